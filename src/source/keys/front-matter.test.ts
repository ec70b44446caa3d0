import { describe, expect, test } from "vitest";
import { findingsIn, HEAD, markdown, messagesIn } from "../../../test/rig/workflow-source.ts";

/** A document whose line 4 is the one under test. */
const root = (line: string) => markdown(`${HEAD}${line}\nsteps: [{ id: a }]`);
const unit = (text: string) => markdown(`${HEAD}steps: [{ id: a, unit: ${text} }]`);
const exec = (text: string) => unit(`{ exec: ${text} }`);
const step = (text: string) => markdown(`${HEAD}params: { p: {} }\nsteps: [{ id: a, ${text} }]`);

/** The only finding's code and message. */
function onlyFinding(text: string): string {
  const codes = findingsIn(text).map((finding) => finding.split(" ")[1]);
  return codes.length === 1 ? `${codes[0]}: ${messagesIn(text)[0]}` : codes.join(", ");
}

describe("the envelope", () => {
  // shows: schema-13a, schema-123a
  test.each<[string, string, RegExp]>([
    ["a number for text", "when_to_use: 5", /^unquoted-text: .*quote it: "5"$/],
    ["a date for text", "when_to_use: 2024-12-19", /^unquoted-text: .*the date 2024-12-19; quote it/],
    ["one tag without a list", "tags: a", /^wrong-type: .*must be a list/],
    ["a number among tags", "tags: [a, 1.10]", /^unquoted-text: .*`tags\[1\]`.*quote it: "1\.10"/],
    ["nothing", "when_to_use:", /^wrong-type: .*not nothing/],
    ["a version", "version: 2", /^unknown-key: .*identity is its ref/],
    ["a name", "name: x", /^unknown-key: .*identity is its ref/],
    ["GitHub's triggers", "on: push", /^unknown-key: .*GitHub-shaped/],
    ["a typing mistake", "ouptuts: {}", /^unknown-key: .*did you mean `outputs`\?$/],
    ["a key of its own", "whatever: 1", /^unknown-key: `whatever` is not a key of the front matter$/],
    ["a merge key", "<<: { a: 1 }", /^yaml-merge-key: /],
  ])("refuses %s", (_what, line, message) => {
    expect(onlyFinding(root(line))).toMatch(message);
  });

  // shows: schema-17c
  test.each([
    "x-anything: { a: [1, null] }",
    "updated: 2024-12-19",
    "timestamp: 2024-12-19 10:00:00Z",
    "confidence: 0.9",
    "sources: [{ resource: x }]",
    "stale_after: 2030-01-01",
  ])("leaves %s alone", (line) => {
    expect(findingsIn(root(line))).toEqual([]);
  });

  test.each([
    ["type: note", "1:1", /only `workflow` is taken/],
    ["type: worklfow", "1:1", /did you mean `workflow`\?/],
    ["type: null", "1:1", /quote it: "null"/],
  ])("%s is no workflow", (type, _at, message) => {
    expect(messagesIn(markdown(`${type}\ndescription: d\nsteps: [{ id: a }]`))).toEqual([
      expect.stringMatching(message),
    ]);
  });

  test("an empty front matter lacks everything at once", () => {
    expect(messagesIn("---\n---\n")).toEqual(
      ["type", "description", "steps"].map((key) => `the front matter needs the key \`${key}\``),
    );
  });
});

describe("params", () => {
  // shows: schema-331a, schema-335a, schema-335b, schema-337
  // shows: schema-114
  test.each<[string, string, RegExp]>([
    [
      "a bare description",
      "params: { a: The version }",
      /^wrong-type: .*write { type: string, description: "The version" }/,
    ],
    ["nothing", "params: { a: }", /^wrong-type: .*must be a mapping, not nothing/],
    ["a name with a hyphen", "params: { a-b: {} }", /^invalid-name: /],
    ["a flag's name", "params: { timeout: {} }", /^reserved-name: .*flag of that name/],
    ["an unknown type", "params: { a: { type: strig } }", /^invalid-schema: .*did you mean "string"/],
    [
      "a keyword that is not enforced",
      "params: { a: { type: string, pattern: x } }",
      /^invalid-schema: .*"pattern" is not enforced/,
    ],
    ["a misspelt keyword", "params: { a: { typ: string } }", /^invalid-schema: .*"typ".*did you mean "type"/],
    [
      "a version taken for a number",
      "params: { a: { type: string, default: 3.10 } }",
      /^unquoted-text: .*quote it: "3\.10"/,
    ],
    [
      "a boolean among texts",
      "params: { a: { type: string, enum: [a, true] } }",
      /^unquoted-text: .*quote it: "true"/,
    ],
    ["nothing as the default of a string", "params: { a: { type: string, default: } }", /^invalid-default: /],
    ["a default of another type", "params: { a: { type: integer, default: x } }", /^invalid-default: /],
    [
      "a default out of bounds",
      "params: { a: { type: integer, maximum: 3, default: 4 } }",
      /^invalid-default: /,
    ],
    [
      "a default that is a list for a string",
      "params: { a: { type: string, default: [] } }",
      /^invalid-default: /,
    ],
    [
      "a number too large to be exact",
      "params: { a: { default: 9007199254740993 } }",
      /^out-of-bounds: .*2\^53/,
    ],
    ["a float too large to be exact", "params: { a: { default: 1e300 } }", /^out-of-bounds: .*2\^53/],
    ["infinity", "params: { a: { default: .inf } }", /^out-of-bounds: /],
    ["no number at all", "params: { a: { default: .nan } }", /^invalid-value: /],
  ])("refuses %s", (_what, line, message) => {
    expect(onlyFinding(root(line))).toMatch(message);
  });

  // shows: schema-335d
  test("a schema's problem is found at the line and column it stands on", () => {
    const text = markdown(
      `${HEAD}params:\n  a:\n    type: object\n    properties:\n      b: { type: string, const: x }\nsteps: [{ id: a }]`,
    );
    expect(findingsIn(text)).toEqual(["8:26 invalid-schema"]);
  });

  test("a default's problem is found inside the default", () => {
    const text = markdown(
      `${HEAD}params:\n  a:\n    type: array\n    items: { type: integer }\n    default: [1, x]\nsteps: [{ id: a }]`,
    );
    expect(findingsIn(text)).toEqual(["8:18 invalid-default"]);
  });

  test.each([
    "params: {}",
    "params: { version: { type: string } }",
    "params: { a: { type: [string, 'null'], default: null } }",
    "params: { a: { enum: [1, true, null, x], default: 1 } }",
  ])("takes %s", (line) => {
    expect(findingsIn(root(line))).toEqual([]);
  });
});

// shows: schema-116, schema-311, schema-313b, schema-314a, schema-314b, schema-315a, schema-315b
describe("outputs", () => {
  const from = "from: steps.a.output";
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => `n${index}: { ${from} }`).join(", ");

  test.each<[string, string, RegExp]>([
    ["a bare reference", "a: steps.a.output", /^wrong-type: .*must be a mapping/],
    ["one that comes from nothing", "a: { schema: {} }", /^missing-key: .*`from`/],
    ["another key", `a: { ${from}, description: x }`, /^unknown-key: .*`description`/],
    ["a name with a hyphen", `a-b: { ${from} }`, /^invalid-name: /],
    ["a param", "a: { from: params.p }", /^invalid-reference: .*what its steps produced/],
    ["a step that is not there", "a: { from: steps.b.output }", /^unknown-step: /],
    [
      "a keyword that is not enforced",
      `a: { ${from}, schema: { pattern: x } }`,
      /^invalid-schema: .*"pattern"/,
    ],
    [
      "a schema over 256 KiB",
      `a: { ${from}, schema: { enum: [${"b".repeat(262_144)}] } }`,
      /^invalid-schema: .*262144/,
    ],
    ["more than 64", many(65), /^out-of-bounds: .*64/],
  ])("refuse %s", (_what, text, message) => {
    expect(onlyFinding(root(`outputs: { ${text} }`))).toMatch(message);
  });

  // shows: schema-313a
  test.each([
    ["64", many(64)],
    ["one with a schema", `a: { ${from}, schema: { type: integer, minimum: 0 } }`],
    ["a part of an artifact", "a: { from: steps.a.output.report.total }"],
  ])("take %s", (_what, text) => {
    expect(findingsIn(root(`outputs: { ${text} }`))).toEqual([]);
  });
});

describe("a schema", () => {
  const nested = (levels: number) =>
    `${"{ properties: { a: ".repeat(levels - 1)}{}${" } }".repeat(levels - 1)}`;

  // shows: schema-331a, schema-339a
  test("may be nested 64 levels deep, not 65", () => {
    expect(findingsIn(step(`output: ${nested(64)}`))).toEqual([]);
    expect(onlyFinding(step(`output: ${nested(65)}`))).toMatch(/^invalid-schema: .*64 levels/);
  });

  test("nested 10 000 deep is an error like any other", () => {
    expect(onlyFinding(step(`output: ${nested(10_000)}`))).toMatch(/^yaml-too-deep: /);
  });

  test("over 256 KiB is refused", () => {
    const values = (count: number) => Array.from({ length: count }, () => "a".repeat(98)).join(", ");
    expect(onlyFinding(step(`output: { enum: [${values(2700)}] }`))).toMatch(/^invalid-schema: .*262144/);
    expect(findingsIn(step(`output: { enum: [${values(2500)}] }`))).toEqual([]);
  });

  test("must be a mapping", () => {
    expect(onlyFinding(step("output: string"))).toMatch(/^wrong-type: .*must be a mapping/);
  });

  // shows: schema-285c
  test.each(["{ type: object }", "{ type: string }", "{ type: [object, 'null'] }"])(
    "of a map's artifact may not be %s",
    (schema) => {
      expect(onlyFinding(step(`map: { over: params.p }, output: ${schema}`))).toMatch(
        /^invalid-schema: .*map\.unit\.output/,
      );
    },
  );

  // shows: schema-285c
  test.each(["{ type: array }", "{}", "{ type: [array, 'null'] }", "{ maxItems: 3 }"])(
    "of a map's artifact may be %s",
    (schema) => {
      expect(findingsIn(step(`map: { over: params.p }, output: ${schema}`))).toEqual([]);
    },
  );
});

describe("exec", () => {
  // shows: schema-366a, schema-374b, schema-479a, schema-485b
  // shows: engine-50
  test.each<[string, string, RegExp]>([
    [
      "a shell string",
      '{ command: "echo hi | wc" }',
      /^wrong-type: .*\["echo","hi","\|","wc"\], or \["sh", "-c"/,
    ],
    ["an empty argv", "{ command: [] }", /^out-of-bounds: .*at least 1/],
    ["an empty argument", '{ command: [""] }', /^invalid-value: .*`command\[0\]` is empty/],
    ["a number", "{ command: [sleep, 1] }", /^unquoted-text: .*`command\[1\]`.*the number 1; quote it: "1"/],
    ["a version", "{ command: [use, 3.10] }", /quote it: "3\.10"/],
    ["a boolean", "{ command: [true] }", /^unquoted-text: .*the boolean true; quote it/],
    ["null", "{ command: [~] }", /^unquoted-text: .*quote it: "~"/],
    ["nothing", "{ command: [a, ] }\n", /^$/],
    ["a date", "{ command: [at, 2024-12-19] }", /^unquoted-text: .*the date/],
    ["a NUL character", '{ command: ["a\\0"] }', /^invalid-text: .*NUL/],
    ["a list in the argv", "{ command: [[a]] }", /^wrong-type: .*not a list/],
    ["an argument over 4096 bytes", `{ command: [${"é".repeat(2049)}] }`, /^out-of-bounds: .*4098 bytes/],
    ["no command", "{}", /^missing-key: `exec` needs the key `command`/],
    ["the whole environment", "{ command: [a], inherit_env: true }", /^unknown-key: .*never inherits/],
    ["an absolute cwd", "{ command: [a], cwd: /x }", /^invalid-value: `cwd` is absolute/],
    ["a home cwd", "{ command: [a], cwd: ~ }", /^unquoted-text: /],
    ["a bad variable name", "{ command: [a], pass_env: [A=B] }", /^invalid-name: /],
  ])("refuses %s", (_what, text, message) => {
    expect(onlyFinding(exec(text))).toMatch(message);
  });

  // shows: schema-374b
  test.each(['{ command: [a, "", b] }'])("an empty argument anywhere is refused: %s", (text) => {
    expect(onlyFinding(exec(text))).toMatch(/`command\[1\]` is empty/);
  });

  test.each([
    '{ command: [echo, "; rm -rf /", "$(x)", "a b"] }',
    '{ command: ["1", "true", "null", "2024-12-19"] }',
    "{ command: [yes, no, on, 10:00, 1_000] }",
    `{ command: [${"é".repeat(2048)}] }`,
  ])("takes %.80s", (text) => {
    expect(findingsIn(exec(text))).toEqual([]);
  });

  // shows: schema-360a
  test.each(["engine: x", "model: x", "llm: {}"])("stands beside no %s", (key) => {
    expect(onlyFinding(unit(`{ exec: { command: [a] }, ${key} }`))).toMatch(
      /^conflicting-keys: .*a command asks no engine/,
    );
  });
});

describe("a unit", () => {
  // shows: schema-414
  // shows: schema-115f
  test.each<[string, string, RegExp]>([
    [
      "a reason that is never retried",
      "{ retry: { max: 1, on: [exec_output_limit] } }",
      /^invalid-value: .*never retried/,
    ],
    [
      "a misspelt reason",
      "{ retry: { max: 1, on: [time_out] } }",
      /^invalid-value: .*did you mean `timeout`\?/,
    ],
    ["no reasons", "{ retry: { max: 1, on: [] } }", /^out-of-bounds: /],
    ["retries without a number", "{ retry: { on: [timeout] } }", /^missing-key: .*`max`/],
    [
      "too many retries",
      "{ retry: { max: 101, on: [timeout] } }",
      /^out-of-bounds: .*from 0 to 100, not 101/,
    ],
    ["retries in quotes", "{ retry: { max: '1', on: [timeout] } }", /^wrong-type: .*without quotes/],
    ["half a retry", "{ retry: { max: 0.5, on: [timeout] } }", /^wrong-type: .*whole number/],
    ["a huge number", "{ retry: { max: 99999999999999999999, on: [timeout] } }", /^out-of-bounds: /],
    ["a policy of another name", "{ on_error: ignore }", /^invalid-value: .*one of `fail`, `continue`/],
    ["a misspelt policy", "{ on_error: contine }", /^invalid-value: .*did you mean `continue`\?/],
    ["an upper-case engine", "{ engine: Big }", /^invalid-name: /],
    ["an engine of akm's own", "{ engine: akm-judge }", /^reserved-name: /],
    ["an engine name over 63 characters", `{ engine: ${"a".repeat(64)} }`, /^out-of-bounds: /],
    ["inference settings of null", "{ llm: null }", /^wrong-type: .*not null/],
    [
      "inference settings nested too deep",
      `{ llm: { a: ${"[".repeat(64)}${"]".repeat(64)} } }`,
      /^out-of-bounds: .*64 levels/,
    ],
    ["a timeout in days", "{ timeout: 1d }", /^invalid-value: .*10m/],
    ["a timeout of zero", "{ timeout: 0 }", /^out-of-bounds: /],
    ["a timeout of null", "{ timeout: ~ }", /^unquoted-text: /],
    ["a timeout in hexadecimal", "{ timeout: 0x10 }", /^invalid-value: /],
    ["an environment that is no list", "{ env: env/dev }", /^wrong-type: .*must be a list/],
    ["an environment entry that is a secret", "{ env: [secrets/a] }", /^invalid-value: .*env\/<name>/],
    ["a plain literal", "{ env: { A: x } }", /^invalid-value: .*{ value: "…" }/],
    ["a number as a literal", "{ env: [{ A: { value: 3.10 } }] }", /^unquoted-text: .*quote it: "3\.10"/],
    ["a way out of the assets", "{ env: [env/../x] }", /^invalid-value: /],
    ["a bad variable name", "{ env: [{ A-B: secrets/x }] }", /^invalid-name: /],
    ["another isolation", "{ isolation: docker }", /^invalid-value: .*`none`, `worktree`/],
    ["a command without exec", "{ command: [a] }", /^unknown-key: .*exec/],
    ["a word instead of a mapping", "exec", /^wrong-type: `unit` must be a mapping/],
  ])("refuses %s", (_what, text, message) => {
    expect(onlyFinding(unit(text))).toMatch(message);
  });
});

describe("a step", () => {
  // shows: schema-55a, schema-118c, schema-118e, schema-123b
  test.each<[string, string, RegExp]>([
    ["a map and a unit", "map: { over: params.p }, unit: {}", /^conflicting-keys: .*put `unit` under `map`/],
    [
      "a map and a route",
      "map: { over: params.p }, route: {}",
      /^(?:missing-key, )*conflicting-keys|conflicting-keys/,
    ],
    ["a unit's key beside the unit", "timeout: 5m", /^unknown-key: .*stands under the step's `unit`/],
    ["a title", "title: Build", /^unknown-key: .*by its id alone/],
    ["a shell command", "run: make", /^unknown-key: .*exec/],
    ["an asset", "uses: workflows/x", /^unknown-key: /],
    [
      "another reducer",
      "map: { over: params.p, reducer: vote }",
      /^invalid-value: .*only `collect` is taken/,
    ],
    ["too wide a map", "map: { over: params.p, concurrency: 65 }", /^out-of-bounds: .*from 1 to 64/],
    ["no loops", "gate: { max_loops: 0 }", /^out-of-bounds: .*from 1 to 100/],
    ["a rubric in the front matter", "gate: { rubric: x }", /^unknown-key: .*### gate/],
    ["approval in words", "gate: { approve: yes }", /^wrong-type: .*true or false, not the text "yes"/],
    ["a unit of nothing", "unit: ", /^wrong-type: .*not nothing/],
  ])("refuses %s", (_what, text, message) => {
    expect(onlyFinding(step(text))).toMatch(message);
  });

  test("needs an id", () => {
    expect(findingsIn(markdown(`${HEAD}steps:\n  - unit: {}`))).toEqual(["5:5 missing-key"]);
  });

  test.each([
    ["none", "steps: []", "steps: "],
    ["257", `steps: [${Array.from({ length: 257 }, (_, i) => `{ id: s${i} }`).join(", ")}]`, ""],
  ])("%s are refused", (_what, steps) => {
    expect(onlyFinding(markdown(`${HEAD}${steps}`))).toMatch(/^out-of-bounds: /);
  });

  test("256 are taken", () => {
    const steps = Array.from({ length: 256 }, (_, index) => `  - id: s${index}`).join("\n");
    expect(findingsIn(markdown(`${HEAD}steps:\n${steps}`))).toEqual([]);
  });
});
