import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findingsIn, HEAD, markdown, messagesIn, read, workflowIn } from "../../test/rig/workflow-source.ts";
import { readMarkdown } from "./read-markdown.ts";
import { Report } from "./report.ts";

const RICH = `---
type: workflow
description: Review changed files and route the outcome
x-owner: platform
params:
  changed_files: { type: array, description: Files to review, default: [] }
defaults: { engine: reviewer, model: balanced, timeout: 10m, on_error: fail, llm: { temperature: 0 } }
budget: { max_units: 40, max_tokens: 200000 }
outputs:
  verdict: { from: steps.aggregate.output.verdict, schema: { type: string } }
steps:
  - id: discover
    output: { type: object, properties: { files: { type: array } }, required: [files] }
  - id: review
    map:
      over: steps.discover.output.files
      concurrency: 8
      reducer: collect
      unit:
        timeout: 5m
        retry: { max: 1, on: [timeout, llm_rate_limit] }
        on_error: continue
        isolation: worktree
        env: [env/dev, { TOKEN: secrets/token, MODE: { value: "" } }]
        output: { type: object, properties: { verdict: { type: string } } }
    output: { type: array }
    gate: { max_loops: 2, approve: true }
  - id: aggregate
    inputs: [steps.review.output]
    unit: { exec: { command: [jq, "."], cwd: tools, pass_env: [JQ_HOME] } }
    output: { type: object, properties: { verdict: { type: string } } }
  - id: triage
    route:
      input: steps.aggregate.output.verdict
      when: [{ match: pass, step: ship }]
      default: rework
  - id: ship
  - id: rework
---

# Review

## discover
find
## review
look
### gate
good
## aggregate
fold
## ship
go
## rework
again
`;

describe("readMarkdown", () => {
  // shows: schema-11c, schema-17a, schema-112, schema-115a, schema-116, schema-117, schema-118a, schema-118e, schema-258b, schema-319
  test("reads a workflow that uses every key", () => {
    const { steps, ...head } = workflowIn(RICH);
    expect(head).toMatchObject({
      sourceIrVersion: 1,
      format: "markdown",
      title: "Review",
      description: "Review changed files and route the outcome",
      params: [
        { name: "changed_files", schema: { type: "array", description: "Files to review" }, default: [] },
      ],
      defaults: {
        engine: { value: "reviewer" },
        model: { value: "balanced" },
        llm: { value: { temperature: 0 } },
        timeout: { value: 600_000, at: { line: 7, column: 57 } },
        onError: { value: "fail" },
      },
      budget: { maxUnits: { value: 40 }, maxTokens: { value: 200_000 } },
      outputs: [{ name: "verdict", from: { value: { stepId: "aggregate", path: ["verdict"] } }, schema: {} }],
    });
    expect(steps.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      "discover unit",
      "review map",
      "aggregate unit",
      "triage route",
      "ship unit",
      "rework unit",
    ]);
    expect(steps[1]).toMatchObject({
      over: { value: { text: "steps.discover.output.files" } },
      concurrency: { value: 8 },
      output: { value: { type: "array" } },
      gate: { maxLoops: { value: 2 }, approve: { value: true }, rubric: { value: "good\n" } },
      unit: {
        timeout: { value: 300_000 },
        retry: { value: { max: 1, on: ["timeout", "llm_rate_limit"] } },
        onError: { value: "continue" },
        isolation: { value: "worktree" },
        env: [
          { kind: "group", ref: "env/dev" },
          { kind: "secret", name: "TOKEN", ref: "secrets/token" },
          { kind: "literal", name: "MODE", value: "" },
        ],
      },
    });
    expect(steps[2]).toMatchObject({
      inputs: [{ value: { stepId: "review" } }],
      unit: { exec: { command: ["jq", "."], cwd: "tools", passEnv: ["JQ_HOME"] } },
    });
    expect(steps[3]).toMatchObject({
      input: { value: { stepId: "aggregate" } },
      when: [{ match: { value: "pass" }, step: { value: "ship" } }],
      default: { value: "rework" },
      instructions: "",
    });
    expect(steps[4]).toMatchObject({ kind: "unit", inputs: [], instructions: "go\n", unit: { env: [] } });
  });

  // shows: schema-118d, schema-131c, schema-298
  test("leaves out what was not written", () => {
    const workflow = workflowIn(markdown(`${HEAD}steps: [{ id: a }]`));
    expect(Object.keys(workflow.steps[0] ?? {}).toSorted()).toEqual([
      "at",
      "id",
      "inputs",
      "instructions",
      "kind",
      "unit",
    ]);
    expect(workflow).toMatchObject({ defaults: {}, outputs: [], budget: {}, params: [] });
  });

  test("words that other YAML readers turn into booleans, dates and seconds stay words", () => {
    const { params, steps } = workflowIn(
      markdown(`${HEAD}params:
  a: { type: string, enum: [yes, no, on, off] }
  b: { type: string, default: no }
  c: { type: string, default: 2024-12-19 }
  d: { type: string, default: 10:00 }
steps: [{ id: a, unit: { retry: { max: 1, on: [timeout] } } }]`),
    );
    expect(params.map((param) => param.default)).toEqual([undefined, "no", "2024-12-19", "10:00"]);
    expect(params[0]?.schema).toEqual({ type: "string", enum: ["yes", "no", "on", "off"] });
    expect(steps[0]).toMatchObject({ unit: { retry: { value: { on: ["timeout"] } } } });
  });

  test("__proto__ is data in schemas and settings", () => {
    const { defaults } = workflowIn(
      markdown(`${HEAD}defaults: { llm: { __proto__: { a: 1 } } }\nsteps: [{ id: a }]`),
    );
    expect(JSON.stringify(defaults.llm?.value)).toBe('{"__proto__":{"a":1}}');
    expect(Object.hasOwn(defaults.llm?.value ?? {}, "__proto__")).toBe(true);
  });

  // shows: schema-362a
  test("reports everything that is wrong at once, in the order of the file", () => {
    const text = `---
typ: workflow
description: d
params: { new: {}, n: { type: strig } }
steps:
  - id: a
    unit: { exec: { command: "ls | wc" }, model: x }
    timeout: 3
  - id: b
    inputs: [steps.c.output, params.n]
    map: { concurrency: 99 }
---
## a
## c
x
`;
    expect(findingsIn(text)).toEqual([
      "2:1 unknown-key",
      "2:1 missing-key",
      "4:11 reserved-name",
      "4:25 invalid-schema",
      "7:30 wrong-type",
      "7:43 conflicting-keys",
      "8:5 unknown-key",
      "10:14 unknown-step",
      "10:30 invalid-reference",
      "11:10 missing-key",
      "11:25 out-of-bounds",
      "13:1 missing-section",
      "14:1 unknown-heading",
    ]);
  });

  test("a broken step is still the step that its section and its references mean", () => {
    const text = `${HEAD}steps:
  - { id: a, map: { over: nonsense } }
  - { id: b.c, inputs: [steps.a.output.x] }
  - { id: 5 }`;
    const body = "## a\nx\n## b.c\ny\n## 5\nz\n";
    expect(findingsIn(markdown(text, body))).toEqual([
      "5:27 invalid-reference",
      "6:11 invalid-name",
      "7:11 unquoted-text",
    ]);
  });

  test("a broken param is still the param that references mean", () => {
    const text = `${HEAD}params: { p: { type: strig } }\nsteps: [{ id: a, map: { over: params.p } }]`;
    expect(findingsIn(markdown(text))).toEqual(["4:16 invalid-schema"]);
  });

  test("stops listing at five hundred findings and says so", () => {
    const keys = Array.from({ length: 700 }, (_, index) => `k${index}: 1`).join("\n");
    const { findings } = read(markdown(`${HEAD}${keys}\nsteps: [{ id: a }]`));
    expect(findings).toHaveLength(501);
    expect(findings.at(-1)?.code).toBe("too-many-findings");
  });

  test("explains what it lists and nothing more", () => {
    const report = new Report();
    let explained = 0;
    for (let at = 1; at <= 700; at += 1) {
      report.error("unknown-key", { line: at, column: 1 }, () => {
        explained += 1;
        return "it is unknown";
      });
    }
    expect([report.findings().length, explained]).toEqual([501, 500]);
  });

  test("reads the README's kind of file in a moment", () => {
    const start = performance.now();
    for (let round = 0; round < 20; round++) workflowIn(RICH);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe("whatever the bytes", () => {
  const valid = new TextEncoder().encode(RICH);
  const schemaFile = readFileSync(new URL("../../schemas/akm-workflow.json", import.meta.url));

  function check(bytes: Uint8Array): void {
    const { workflow, findings } = readMarkdown(bytes);
    const errors = findings.filter((finding) => finding.severity === "error");
    expect(workflow === undefined).toBe(errors.length > 0);
    for (const finding of findings) {
      expect(finding.line).toBeGreaterThan(0);
      expect(finding.column).toBeGreaterThan(0);
      expect(finding.message).not.toBe("");
    }
  }

  test("there is either a workflow or an error, never an exception", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), check), { numRuns: 300 });
    check(schemaFile);
  });

  test("a front matter of odd text is read or refused", () => {
    const pieces = fc.constantFrom(
      "a",
      ":",
      " ",
      "\n",
      "- ",
      "? ",
      "[",
      "]",
      "{",
      "}",
      ",",
      "&a",
      "*a",
      "!t",
      "|",
      ">",
      "'",
      '"',
      "%",
      "#",
      "<<",
      "---",
      "...",
      "\t",
      "\\ud800",
      "💩",
      "steps",
      "id",
      "\r\n",
    );
    const texts = fc
      .array(pieces, { maxLength: 60 })
      .map((parts) => `---\n${parts.join("")}\n---\n${parts.join("")}`);
    fc.assert(
      fc.property(texts, (text) => check(new TextEncoder().encode(text))),
      { numRuns: 500 },
    );
  });

  test("a valid document with bytes changed, cut or doubled is read or refused", () => {
    const edits = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(40), fc.uint8Array({ maxLength: 6 })), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(edits, (changes) => {
        let bytes = Buffer.from(valid);
        for (const [at, length, inserted] of changes) {
          bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + length)]);
        }
        check(bytes);
      }),
      { numRuns: 300 },
    );
  });

  test("advice never quotes more than a little of the file", () => {
    const long = "x".repeat(100_000);
    const text = markdown(
      `${HEAD}${long}: 1\nparams: { ${long}-: {} }\nsteps: [{ id: a, unit: { timeout: ${long}, isolation: ${long} } }]`,
      `## ${long}`,
    );
    for (const message of messagesIn(text)) expect(message.length).toBeLessThan(600);
  });
});
