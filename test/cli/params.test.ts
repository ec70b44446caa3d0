import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

function withParams(params: string): AkmHome {
  const home = new AkmHome();
  home.workflow(
    "p",
    `params:\n${params}\nsteps:\n  - id: s\n    unit: { exec: { command: [printenv, AKM_PARAMS] }, output: { type: object } }`,
    ["s"],
  );
  return home;
}

function seen(home: AkmHome, ...words: string[]): unknown {
  return home.run("p", "--new", ...words).json().workflow.steps[0]?.evidence.output;
}

describe("params", () => {
  test("words that YAML 1.1 would change stay the words they are", () => {
    const home = withParams(
      '  a: { type: string, enum: [yes, no, on, off] }\n  b: { type: string, default: no }\n  c: { type: string, default: "2024-12-19" }\n  d: { type: string, default: "10:00" }',
    );
    expect(seen(home, "--a", "no")).toEqual({ a: "no", b: "no", c: "2024-12-19", d: "10:00" });
  });

  test("come from flags, a file and stdin", () => {
    const home = withParams("  who: { type: string }\n  n: { type: integer, default: 1 }");
    home.write("p.json", '{"who": "file", "n": 2}');
    expect(seen(home, "--who", "flag", "--n=-3")).toEqual({ who: "flag", n: -3 });
    expect(seen(home, "--params-file", "p.json", "--n", "5")).toEqual({ who: "file", n: 5 });
    const piped = home.akm(["workflow", "run", "workflows/p", "--new", "--params-file", "-"], {
      input: '{"who":"stdin"}',
    });
    expect(piped.json().run.params).toEqual({ who: "stdin", n: 1 });
  });

  test("may carry the name of a global flag", () => {
    expect(seen(withParams("  version: { type: string }"), "--version", "1.2.3")).toEqual({
      version: "1.2.3",
    });
  });

  test("that are wrong are all told at once, with exit 2 and nothing written", () => {
    const home = withParams("  who: { type: string }\n  n: { type: integer }");
    const refused = home.run("p", "--n", "x", "--nn", "1");
    expect(refused.status).toBe(2);
    expect(refused.stdout).toBe("");
    expect(
      refused
        .error()
        .problems.map(({ code }) => code)
        .toSorted(),
    ).toEqual(["PARAM_INVALID", "PARAM_MISSING", "PARAM_UNKNOWN"]);
    expect(home.has("data/state.db")).toBe(false);
  });

  // shows: schema-276b, schema-278a, schema-278c
  test("that look like credentials run all the same, with a warning that names them", () => {
    const home = withParams("  api_key: { type: string }");
    const done = home.run("p", "--api_key", "abcdef");
    expect(done.status).toBe(0);
    expect(done.json()).toMatchObject({
      run: { params: { api_key: "abcdef" } },
      warnings: [expect.stringMatching(/The param api_key .*env:/)],
    });
  });
});

describe("two fan-outs in a row", () => {
  function chained(): AkmHome {
    const home = new AkmHome();
    home.workflow(
      "em",
      [
        "params: { items: { type: array } }",
        "steps:",
        "  - id: a",
        '    map: { over: params.items, unit: { exec: { command: [touch, "a.ran"] } } }',
        "  - id: b",
        '    map: { over: steps.a.output, unit: { exec: { command: ["true"] } } }',
        "  - id: c",
        "    inputs: [steps.b.output]",
        "    unit: { exec: { command: [printenv, AKM_INPUTS] }, output: { type: object } }",
      ].join("\n"),
      ["a", "b", "c"],
    );
    return home;
  }

  test("over nothing make nothing and go on, also when resumed", () => {
    const home = chained();
    home.run("em", "--items", "[]", "--max-steps", "1");
    const done = home.run("em");
    expect(done.status).toBe(0);
    expect(done.json().workflow.steps.map((step) => step.evidence.output)).toEqual([
      [],
      [],
      { "steps.b.output": [] },
    ]);
    expect(home.has("a.ran")).toBe(false);
  });

  test.each([
    ["null", "null"],
    ["{}", "an object"],
    ['"abc"', "a string"],
    ["3", "an integer"],
  ])("over %s are refused before anything starts, naming what was found", (value, kind) => {
    const home = chained();
    const refused = home.run("em", "--items", value);
    expect(refused.status).toBe(2);
    expect(refused.error()).toMatchObject({
      code: "PARAM_INVALID",
      error: expect.stringContaining(`items is`),
    });
    expect(refused.error().error).toContain(kind);
    expect(home.has("a.ran")).toBe(false);
  });

  test("over nothing that was named, as of an unset variable of the shell, are refused", () => {
    const home = chained();
    for (const words of [[], ["--items"]]) {
      const refused = home.run("em", ...words);
      expect([refused.status, refused.stdout]).toEqual([2, ""]);
    }
  });

  test("over what a step printed as text fail with the reference and the type named", () => {
    const home = new AkmHome();
    home.workflow(
      "x",
      'steps:\n  - id: x\n    unit: { exec: { command: [echo, "not json"] } }\n  - id: s\n    map: { over: steps.x.output, unit: { exec: { command: [touch, s.ran] } } }',
      ["x", "s"],
    );
    const failed = home.run("x");
    expect(failed.status).toBe(1);
    const [, step] = failed.json().workflow.steps;
    expect(step?.status).toBe("failed");
    expect(step?.notes).toMatch(/steps\.x\.output.*string/);
    expect(home.has("s.ran")).toBe(false);
  });
});
