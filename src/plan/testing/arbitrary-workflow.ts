import fc from "fast-check";
import {
  AGENT_PLATFORMS,
  ISOLATIONS,
  type Json,
  type JsonObject,
  LLM_PROVIDERS,
  ON_ERROR_POLICIES,
  RETRYABLE_FAILURE_REASONS,
  TIMEOUT_MS_MAX,
} from "../../contract/index.ts";
import { hasExactNumbers } from "../../lib/exact-numbers.ts";
import type { EnvBinding, Step, StepGate, Unit, Workflow } from "../../source/index.ts";
import type { Catalogue, CatalogueEngine, EngineCatalogue } from "../catalogue.ts";
import {
  catalogueAgent,
  catalogueLlm,
  catalogueOf,
  enginesOf,
  located,
  reference,
  workflowOf,
} from "./sample-workflow.ts";

const AT = { line: 1, column: 1 };

const text = fc.string({ unit: "binary", maxLength: 20 });
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
const envName = name;
const sha256 = fc.stringMatching(/^[0-9a-f]{64}$/);

/** Values a frozen plan carries: what YAML and JSON give, `__proto__` included. */
const json = (fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }) as fc.Arbitrary<Json>).filter(
  hasExactNumbers,
);

const schema: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({}),
  fc.record({ type: fc.constantFrom("array", "string", "object"), default: json }),
  fc.record({ enum: fc.array(json, { minLength: 1, maxLength: 3 }), description: text }),
  fc.dictionary(text, fc.constant({ type: "number", minimum: -0 }), { maxKeys: 3 }).map((properties) => ({
    properties: { ...properties },
    required: Object.keys(properties),
    additionalProperties: false,
  })),
);

const timeout = fc.oneof(fc.constant("none" as const), fc.integer({ min: 1, max: TIMEOUT_MS_MAX }));

const envBinding: fc.Arbitrary<EnvBinding> = fc.oneof(
  fc.record({
    kind: fc.constant("group" as const),
    ref: word.map((ref) => `env/${ref}`),
    at: fc.constant(AT),
  }),
  fc.record({ kind: fc.constant("secret" as const), name, ref: word, at: fc.constant(AT) }),
  fc.record({
    kind: fc.constant("literal" as const),
    name,
    value: text.filter((value) => !value.includes("\0")),
    at: fc.constant(AT),
  }),
);

const exec = fc.record(
  {
    at: fc.constant(AT),
    command: fc.array(word, { minLength: 1, maxLength: 4 }),
    cwd: fc.constantFrom(".", "packages/core", "a..b"),
    passEnv: fc.uniqueArray(name, { maxLength: 3 }),
  },
  { requiredKeys: ["at", "command", "passEnv"], noNullPrototype: true },
);

/** The engines of {@link arbitraryCatalogue}. */
const ENGINES = ["model-a", "model-b", "agent-a", "sdk"];
const engineNames = fc.constantFrom(...ENGINES);

const inference = fc.record(
  {
    temperature: fc.double({ min: 0, max: 2, noNaN: true }),
    maxTokens: fc.integer({ min: 1 }),
    topP: fc.double({ min: 0, max: 1, noNaN: true }),
    reasoningEffort: word,
    extraParams: fc.dictionary(word, json, { noNullPrototype: true }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** What a workflow says under `llm:`, in either spelling. */
const tuning = inference.map(
  ({ maxTokens, ...rest }): JsonObject => ({
    ...rest,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  }),
);

const common = {
  at: fc.constant(AT),
  env: fc.array(envBinding, { maxLength: 3 }),
  timeout: timeout.map(located),
  retry: fc
    .record({
      max: fc.nat(100),
      on: fc.uniqueArray(fc.constantFrom(...RETRYABLE_FAILURE_REASONS), { minLength: 1 }),
    })
    .map(located),
  onError: fc.constantFrom(...ON_ERROR_POLICIES).map(located),
  isolation: fc.constantFrom(...ISOLATIONS).map(located),
  output: schema.map(located),
};

const unit: fc.Arbitrary<Unit> = fc.oneof(
  fc.record({ ...common, exec }, { requiredKeys: ["at", "env", "exec"], noNullPrototype: true }),
  fc.record(
    {
      ...common,
      engine: engineNames.map(located),
      model: word.map(located),
      llm: tuning.map(located),
    },
    { requiredKeys: ["at", "env"], noNullPrototype: true },
  ),
);

const gate: fc.Arbitrary<StepGate> = fc.record(
  {
    rubric: word.map(located),
    maxLoops: fc.integer({ min: 1, max: 100 }).map(located),
    approve: fc.boolean().map(located),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** What a step is made of before its place among the others says what it may refer to. */
const draft = fc.record({
  kind: fc.constantFrom("unit", "map", "route"),
  instructions: text,
  unit,
  reads: fc.array(fc.nat(), { maxLength: 3 }),
  path: fc.constantFrom("", ".files", "[0]", '["odd key"].a'),
  leadsTo: fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 }),
  gate: fc.option(gate, { nil: undefined }),
  output: fc.option(schema, { nil: undefined }),
  concurrency: fc.option(fc.integer({ min: 1, max: 64 }), { nil: undefined }),
  hasDefault: fc.boolean(),
});
type Draft = typeof draft extends fc.Arbitrary<infer Value> ? Value : never;

function stepOf(from: Draft, index: number, count: number): Step {
  const reads = from.reads.map((pick) =>
    reference(index === 0 ? `params.p${from.path}` : `steps.s${pick % index}.output${from.path}`),
  );
  const base = {
    id: `s${index}`,
    at: AT,
    instructions: from.instructions,
    ...(from.gate && { gate: from.gate }),
  };
  const first = reads[0] ?? reference("params.p");
  const later = from.leadsTo.map((pick) => `s${index + 1 + (pick % (count - index - 1))}`);
  if (from.kind === "route" && index < count - 1) {
    return {
      ...base,
      kind: "route",
      input: first,
      when: later.map((step, branch) => ({ match: located(`m${branch}`), step: located(step) })),
      ...(from.hasDefault && { default: located(`s${count - 1}`) }),
    };
  }
  const data = { inputs: reads, ...(from.output && { output: located(from.output) }), unit: from.unit };
  if (from.kind === "unit") return { ...base, ...data, kind: "unit" };
  return {
    ...base,
    ...data,
    kind: "map",
    over: first,
    ...(from.concurrency && { concurrency: located(from.concurrency) }),
  };
}

export const arbitraryWorkflow: fc.Arbitrary<Workflow> = fc
  .record({
    title: text,
    description: text,
    drafts: fc.array(draft, { minLength: 1, maxLength: 6 }),
    paramDefault: fc.option(json, { nil: undefined }),
    defaults: fc.record(
      {
        engine: engineNames.map(located),
        model: word.map(located),
        llm: tuning.map(located),
        timeout: timeout.map(located),
        onError: fc.constantFrom(...ON_ERROR_POLICIES).map(located),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    budget: fc.record(
      { maxUnits: fc.integer({ min: 1 }).map(located), maxTokens: fc.integer({ min: 1 }).map(located) },
      { requiredKeys: [], noNullPrototype: true },
    ),
    outputs: fc.uniqueArray(name, { maxLength: 3 }),
    outputSchema: fc.option(schema, { nil: undefined }),
  })
  .map(({ title, description, drafts, paramDefault, defaults, budget, outputs, outputSchema }) =>
    workflowOf(
      drafts.map((from, index) => stepOf(from, index, drafts.length)),
      {
        title,
        description,
        params: [
          { name: "p", at: AT, schema: {}, ...(paramDefault === undefined ? {} : { default: paramDefault }) },
        ],
        defaults,
        budget,
        outputs: outputs.map((output) => ({
          name: output,
          at: AT,
          from: reference("steps.s0.output"),
          ...(outputSchema && { schema: located(outputSchema) }),
        })),
      },
    ),
  );

const llmEngine = (name: string): fc.Arbitrary<CatalogueEngine> =>
  fc
    .record(
      {
        provider: fc.constantFrom(...LLM_PROVIDERS),
        model: text.filter((model) => model !== ""),
        apiKeyVariable: envName,
        inference,
        concurrency: fc.integer({ min: 1, max: 64 }),
        price: fc.record({
          input: fc.double({ min: 0, max: 1000, noNaN: true }),
          output: fc.nat(),
        }),
        timeoutMs: fc.integer({ min: 1, max: TIMEOUT_MS_MAX }),
      },
      { requiredKeys: ["inference", "concurrency"], noNullPrototype: true },
    )
    .map((engine) => catalogueLlm({ name, ...engine }));

const agentEngine = (name: string): fc.Arbitrary<CatalogueEngine> =>
  fc
    .record(
      {
        platform: fc.constantFrom(...AGENT_PLATFORMS),
        bin: word,
        args: fc.array(word, { maxLength: 2 }),
        model: word,
        envPassthrough: fc.array(envName, { maxLength: 2 }),
        llmEngine: fc.constantFrom("model-a", "model-b"),
        custom: fc.record({
          prompt: fc.constantFrom("stdin", "arg"),
          output: fc.constantFrom("text" as const, { json: "a.b", usage: { input: "i", output: "o" } }),
        }),
        timeoutMs: fc.integer({ min: 1, max: TIMEOUT_MS_MAX }),
      },
      { requiredKeys: ["args", "envPassthrough"], noNullPrototype: true },
    )
    .map((engine) => catalogueAgent({ name, ...engine }));

const engines: fc.Arbitrary<EngineCatalogue> = fc
  .record({
    configured: fc.tuple(
      ...ENGINES.map((name) => (name.startsWith("model") ? llmEngine(name) : agentEngine(name))),
    ),
    default: engineNames,
    judge: engineNames,
    opencodeOnPath: fc.boolean(),
  })
  .map(enginesOf);

export const arbitraryCatalogue: fc.Arbitrary<Catalogue> = fc
  .record(
    {
      sourceHash: sha256,
      cwd: word.map((directory) => `/${directory}`),
      git: fc.record(
        { root: word.map((directory) => `/${directory}`), commit: fc.stringMatching(/^[0-9a-f]{40}$/) },
        { requiredKeys: ["root"], noNullPrototype: true },
      ),
      settings: fc.record(
        { maxConcurrency: fc.integer(), defaultMapConcurrency: fc.integer() },
        { requiredKeys: [], noNullPrototype: true },
      ),
      hostConcurrency: fc.integer({ min: 1, max: 200 }),
      engines,
    },
    { requiredKeys: ["sourceHash", "cwd", "settings", "hostConcurrency", "engines"], noNullPrototype: true },
  )
  .map(catalogueOf);
