import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { FAILURE_REASONS, RETRYABLE_FAILURE_REASONS } from "../contract/index.ts";
import { publishedSchema, renderPublishedSchema } from "./published-schema.ts";
import { readMarkdown } from "./read-markdown.ts";

const validates = new Ajv2020({ allErrors: true }).compile(publishedSchema());

/** Whether the reader takes a front matter; each step gets a section, so that the front matter alone decides. */
function reads(yaml: string): boolean {
  const { steps } = parse(yaml, { version: "1.2" }) as { steps?: { id?: unknown }[] };
  const ids = Array.isArray(steps) ? steps.map((step) => String(step?.id)) : [];
  const body = [...new Set(ids)].map((id) => `## ${id}\n\nwork\n`).join("\n");
  return readMarkdown(new TextEncoder().encode(`---\n${yaml}\n---\n\n${body}`)).workflow !== undefined;
}

const HEAD = "type: workflow\ndescription: d\n";
const exec = (unit: string) => `${HEAD}steps: [{ id: a, unit: { exec: ${unit} } }]`;
const unit = (text: string) => `${HEAD}steps: [{ id: a, unit: ${text} }]`;
const step = (text: string) => `${HEAD}steps: [{ id: z }, { id: a, ${text} }, { id: b }]`;
const root = (text: string) => `${HEAD}${text}\nsteps: [{ id: a }]`;
const many = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join(", ");

const TAKEN: readonly string[] = [
  root(""),
  root(
    "tags: [a, b]\nwhen_to_use: often\nxrefs: [workflows/b]\nupdated: 2024-12-19\nstatus: draft\nx-mine: {a: 1}",
  ),
  root("timestamp: 2024-12-19T10:00:00Z\nverified: [{ by: me }]"),
  root(
    "params: { a: { type: string, enum: [yes, no, on, off] }, b: { type: string, default: no }, version: {} }",
  ),
  root(
    "params: { a: { type: [string, 'null'], minLength: 1 }, b: { type: array, items: { type: integer } } }",
  ),
  root(
    "defaults: { engine: my-engine, model: fast, llm: { temperature: 0.5 }, timeout: none, on_error: continue }",
  ),
  root("outputs: { report: { from: 'steps.a.output.x[0]', schema: { type: integer, minimum: 0 } } }"),
  root("budget: { max_units: 1, max_tokens: 200000 }"),
  exec('{ command: ["a"] }'),
  exec('{ command: ["a", "; rm -rf /"], cwd: packages/core, pass_env: [CARGO_HOME] }'),
  exec(`{ command: [${many(64, () => "a")}], pass_env: [${many(32, (i) => `N${i}`)}] }`),
  exec("{ command: [a], cwd: a..b/c }"),
  unit("{ timeout: 600 }"),
  unit("{ timeout: 10m, retry: { max: 0, on: [timeout] }, on_error: fail, isolation: worktree }"),
  unit(
    "{ output: { type: object, properties: { __proto__: {} }, required: [a], additionalProperties: false } }",
  ),
  unit("{ env: [env/dev, team//env/dev, { A: secrets/a }, { B: { value: '' }, C: { value: x } }] }"),
  unit("{ env: { A: secrets/a } }"),
  step("inputs: [steps.z.output], output: {}, gate: { max_loops: 100, approve: true }"),
  step("map: { over: steps.z.output.files, concurrency: 64, reducer: collect, unit: { timeout: 1 } }"),
  step("route: { input: 'steps.z.output[\"odd key\"]', when: [{ match: '', step: b }], default: b }"),
];

const REFUSED: readonly string[] = [
  "description: d\nsteps: [{ id: a }]",
  "type: workflow\nsteps: [{ id: a }]",
  "type: note\ndescription: d\nsteps: [{ id: a }]",
  'type: workflow\ndescription: " "\nsteps: [{ id: a }]',
  HEAD,
  `${HEAD}steps: []`,
  `${HEAD}steps: {}`,
  `${HEAD}steps: [{ id: a.b }]`,
  `${HEAD}steps: [{ id: 5 }]`,
  `${HEAD}steps: [${many(257, (i) => `{ id: s${i} }`)}]`,
  root("version: 1"),
  root("name: x"),
  root("stages: []"),
  root("params: { a-b: {} }"),
  root("params: { timeout: {} }"),
  root("params: { a: text }"),
  root("params: { a: { type: strig } }"),
  root("params: { a: { pattern: x } }"),
  root("params: { a: { type: array, items: [{}] } }"),
  root("params: { a: { required: true } }"),
  root(`params: { ${many(129, (i) => `p${i}: {}`)} }`),
  root("defaults: { llm: null }"),
  root("defaults: { engine: Upper }"),
  root("defaults: { timeout: 1.5h }"),
  root("defaults: { timeout: 0 }"),
  root("defaults: { timeout: 2147483648 }"),
  root("defaults: { env: [] }"),
  root("outputs: { a: { from: params.x } }"),
  root("outputs: { a: { schema: {} } }"),
  root("outputs: { a: steps.a.output }"),
  root("budget: { max_units: 0 }"),
  root("budget: { max_units: '4' }"),
  exec("{ command: [] }"),
  exec('{ command: [""] }'),
  exec('{ command: "echo hi | wc" }'),
  exec("{ command: [a, 5] }"),
  exec('{ command: ["a\\0b"] }'),
  exec(`{ command: [${many(65, () => "a")}] }`),
  exec(`{ command: [${"a".repeat(4097)}] }`),
  exec("{ command: [a], inherit_env: true }"),
  exec("{ command: [a], cwd: /tmp }"),
  exec("{ command: [a], cwd: 'C:x' }"),
  exec("{ command: [a], cwd: ~x }"),
  exec("{ command: [a], cwd: a/../b }"),
  exec("{ command: [a], cwd: .. }"),
  exec('{ command: [a], cwd: "a\\\\b" }'),
  exec('{ command: [a], cwd: "" }'),
  exec(`{ command: [a], cwd: ${"a".repeat(1025)} }`),
  exec("{ command: [a], pass_env: [] }"),
  exec("{ command: [a], pass_env: [A-B] }"),
  exec(`{ command: [a], pass_env: [${many(33, (i) => `N${i}`)}] }`),
  unit("{ exec: { command: [a] }, engine: x }"),
  unit("{ exec: { command: [a] }, llm: {} }"),
  unit("{ retry: { max: 101, on: [timeout] } }"),
  unit("{ retry: { max: 1 } }"),
  unit("{ retry: { max: 1, on: [] } }"),
  unit("{ retry: { max: 1, on: [timout] } }"),
  unit("{ isolation: docker }"),
  unit("{ env: env/dev }"),
  unit("{ env: [secrets/a] }"),
  unit("{ env: [env/../a] }"),
  unit("{ env: { A: plain } }"),
  unit("{ env: { A: { value: 3.10 } } }"),
  step("unit: {}, map: { over: steps.z.output }"),
  step("map: {}"),
  step("map: { over: steps.z.output, concurrency: 65 }"),
  step("map: { over: steps.z.output, reducer: vote }"),
  step("route: { input: steps.z.output, when: [] }"),
  step("route: { input: steps.z.output, when: [{ match: true, step: b }] }"),
  step("route: { input: steps.z.output, when: [{ match: x, step: b }] }, output: {}"),
  step("gate: { max_loops: 101 }"),
  step("gate: { rubric: x }"),
  step("inputs: [params.x]"),
  step(`inputs: [${many(65, () => "steps.z.output")}]`),
  step("title: x"),
];

// shows: schema-3a
describe("the published schema", () => {
  test("is the committed file", () => {
    const committed = readFileSync(new URL("../../schemas/akm-workflow.json", import.meta.url), "utf8");
    expect(committed, "run `node scripts/generate-schema.mjs`").toBe(renderPublishedSchema());
  });

  // shows: schema-343a, schema-374a, schema-479a
  // shows: schema-17c, schema-112
  test.each(TAKEN)("takes what the reader takes: %.200s", (yaml) => {
    expect([validates(parse(yaml)), reads(yaml)], JSON.stringify(validates.errors)).toEqual([true, true]);
  });

  // shows: schema-343a, schema-360a, schema-374a, schema-378c, schema-479a, schema-485b
  // shows: schema-117
  test.each(REFUSED)("refuses what the reader refuses: %.200s", (yaml) => {
    expect([validates(parse(yaml)), reads(yaml)]).toEqual([false, false]);
  });

  // shows: schema-390b, schema-414, schema-571c
  test.each(Object.keys(FAILURE_REASONS))("agrees on retrying after %s", (reason) => {
    const yaml = unit(`{ retry: { max: 1, on: [${reason}] } }`);
    const retryable = (RETRYABLE_FAILURE_REASONS as readonly string[]).includes(reason);
    expect([validates(parse(yaml)), reads(yaml)]).toEqual([retryable, retryable]);
  });

  // shows: schema-343a
  test("takes whatever the reader takes of documents with something put in or taken out", () => {
    const documents = fc.constantFrom(...TAKEN).map((yaml) => parse(yaml) as unknown);
    const changes = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom<unknown>("x", 5, null, [], {}, true, ["x"])),
      {
        minLength: 1,
        maxLength: 2,
      },
    );
    fc.assert(
      fc.property(documents, changes, (document, edits) => {
        const changed = edits.reduce(
          (value, [place, replacement]) => replaceAt(value, place, replacement),
          document,
        );
        const yaml = stringify(changed);
        return !reads(yaml) || validates(parse(yaml));
      }),
      { numRuns: 300 },
    );
  });
});

/** The value with its `place`-th inner value (counted around) exchanged. */
function replaceAt(value: unknown, place: number, replacement: unknown): unknown {
  const places: (() => void)[] = [];
  const copy = structuredClone(value);
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const key of Object.keys(node)) {
      places.push(() => Reflect.set(node, key, replacement));
      visit(Reflect.get(node, key));
    }
  };
  visit(copy);
  places[place % places.length]?.();
  return copy;
}
