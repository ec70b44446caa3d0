import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

/** What came of units that each print one of the texts: its value, or why it failed. */
function outcomes(schema: string, printed: readonly string[]): unknown[] {
  const home = new AkmHome();
  home.workflow(
    "print",
    [
      "params: { texts: { type: array } }",
      "steps:",
      "  - id: s",
      "    map:",
      "      over: params.texts",
      "      unit:",
      `        exec: { command: [sh, -c, 'cat "$AKM_ITEM_INDEX.json"'] }`,
      `        output: ${schema}`,
      "        on_error: continue",
    ].join("\n"),
    ["s"],
  );
  for (const [index, text] of printed.entries()) home.write(`${index}.json`, text);
  expect(home.run("print", "--texts", JSON.stringify([...printed.keys()])).status).toBe(0);
  const { units } = home.akm(["workflow", "status", "workflows/print", "--units"]).json();
  return units
    .toSorted((left, right) => left.itemIndex - right.itemIndex)
    .map(({ status, failureReason, result }) => (status === "completed" ? result : failureReason));
}

const NUMBER_A = "{ type: object, additionalProperties: false, properties: { a: { type: number } } }";

test("what a command prints is one JSON value by the letter, or its unit fails", () => {
  const rows: [string, unknown][] = [
    ['{"a":1}', { a: 1 }],
    ['\t\r\n {"a":1}\r\n', { a: 1 }],
    ['{"a":1e2}', { a: 100 }],
    ['{"a":NaN}', "parse_error"],
    ['{"a":Infinity}', "parse_error"],
    ['{"a":-Infinity}', "parse_error"],
    ['{"a":1e400}', "parse_error"],
    ['{"a":-1e400}', "parse_error"],
    ['{"a":9007199254740993}', "parse_error"],
    ['{"a":1,"a":2}', "parse_error"],
    ['{"\\u0061":1,"a":2}', "parse_error"],
    ['{"a":1}x', "parse_error"],
    ['{"a":1}\n{"a":2}', "parse_error"],
    ['{"a":1,}', "parse_error"],
    ['\ufeff{"a":1}', "parse_error"],
    ["{'a':1}", "parse_error"],
    ['{"a":01}', "parse_error"],
    ['{"a":+1}', "parse_error"],
    ['// a\n{"a":1}', "parse_error"],
    ['{"a":1}\0', "parse_error"],
    ["", "parse_error"],
    ["\n", "parse_error"],
    ["[".repeat(100_000) + "]".repeat(100_000), "parse_error"],
    ['{"__proto__":{"a":1}}', "validation_error"],
    ['{"a":1,"__proto__":{"polluted":1}}', "validation_error"],
    ['{"a":1,"toString":2}', "validation_error"],
    ['{"constructor":1}', "validation_error"],
  ];
  expect(
    outcomes(
      NUMBER_A,
      rows.map(([text]) => text),
    ),
  ).toEqual(rows.map(([, end]) => end));
});

test("text keeps every character, and half of one is no text", () => {
  const rows: [string, unknown][] = [
    ['"\\ud83d\\ude00"', "😀"],
    ['"\\u0000"', "\u0000"],
    ['"a\\nb"', "a\nb"],
    ['"\\ud800"', "parse_error"],
    ['"\\ude00\\ud83d"', "parse_error"],
    ['"a\nb"', "parse_error"],
    ['"\\x41"', "parse_error"],
    ['"a', "parse_error"],
  ];
  expect(
    outcomes(
      "{ type: string }",
      rows.map(([text]) => text),
    ),
  ).toEqual(rows.map(([, end]) => end));
});

describe("a schema", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["{ maxLength: 1 }", ['"💩"', '""'], ['"e\\u0301"', '"💩💩"']],
    ["{ minLength: 1 }", ['"💩"'], ['""']],
    ["{ minItems: 1 }", ["[0]", "{}"], ["[]"]],
    ["{ type: integer }", ["1.0", "1e2", "-0"], ["1.5", "true", '"1"', "null"]],
    ["{ enum: [{ a: 2, b: 1 }] }", ['{"b":1,"a":2}'], ['{"a":2}', '{"a":2,"b":1,"c":0}']],
    ["{ enum: [null, 0] }", ["null", "-0", "0.0"], ["false", '""']],
    ["{ minimum: 0 }", ["0", "-0"], ["-1e-9"]],
    ["{ type: object }", ["{}"], ["[1]", "null"]],
    ["{ oneOf: [{ type: integer }, { minimum: 0 }] }", ["-1", "0.5"], ["1", "-0.5"]],
    ["{ not: {} }", [], ["1", "null", "{}"]],
    ['{ type: [string, "null"] }', ["null", '"a"'], ["1"]],
  ])("%s is judged as the standard says", (schema, valid, invalid) => {
    expect(outcomes(schema, [...valid, ...invalid])).toEqual([
      // -0 is kept as the 0 it equals.
      ...valid.map((text) => JSON.parse(text === "-0" ? "0" : text)),
      ...invalid.map(() => "validation_error"),
    ]);
  });

  test.each([
    ["{ pattern: a }", "pattern"],
    ['{ $ref: "#/x" }', "$ref"],
    ["{ const: a }", "const"],
    ["{ typ: string }", "typ"],
    ["{ type: strig }", "strig"],
    ["{ items: [{ type: integer }] }", "items"],
    ["{ properties: { a: { format: date } } }", "format"],
  ])("%s is refused where it is written, with the keyword named", (schema, keyword) => {
    const home = new AkmHome();
    home.oneStep("odd", "echo 1", [`output: ${schema}`]);
    const { findings } = home.akm(["lint"]).json();
    expect(findings).toMatchObject([
      { file: "workflows/odd.md", line: 8, severity: "error", message: expect.stringContaining(keyword) },
    ]);
    const refused = home.run("odd");
    expect([refused.status, refused.error().code]).toEqual([2, "WORKFLOW_SOURCE_INVALID"]);
  });

  test.each([65, 10_000])("nested %i levels deep is an error like any other", (levels) => {
    const home = new AkmHome();
    home.oneStep("deep", "echo 1", [`output: ${"{ items: ".repeat(levels)}{}${" }".repeat(levels)}`]);
    const refused = home.run("deep");
    expect([refused.status, refused.error().code]).toEqual([2, "WORKFLOW_SOURCE_INVALID"]);
    expect(refused.error().error).toMatch(/deep/);
  });
});
