import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../contract/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { parseStrictJson } from "../lib/strict-json.ts";
import { type DecodedPlan, decodePlan } from "./decode.ts";
import { freezeWorkflow } from "./freeze.ts";
import { arbitraryCatalogue, arbitraryWorkflow } from "./testing/arbitrary-workflow.ts";

type Path = readonly (string | number)[];

const command = ["steps", 0, "unit", "target", "command"];
const cwd = ["steps", 0, "unit", "target", "cwd"];
const passEnv = ["steps", 0, "unit", "target", "passEnv"];
const retry = ["steps", 0, "unit", "retry"];
const engine = ["steps", 3, "unit", "target", "engine"];
const engineName = [...engine, "name"];
const inference = [...engine, "inference"];

const UNIT: JsonObject = {
  target: { kind: "shell", command: ["true"], passEnv: [] },
  onError: "fail",
  env: [],
  isolation: "none",
};
const ENGINE: JsonObject = {
  kind: "llm",
  name: "stub",
  provider: "openai-compatible",
  endpoint: "http://127.0.0.1/v1/chat/completions",
  model: "m",
  inference: {},
  concurrency: 1,
};
const AGENT: JsonObject = { kind: "agent", name: "coder", platform: "claude", args: [], envPassthrough: [] };
const ENGINE_UNIT: JsonObject = { ...UNIT, target: { kind: "command", engine: ENGINE } };
const STEP: JsonObject = { kind: "unit", id: "build", instructions: "Build.", inputs: [], unit: UNIT };
const ENGINE_STEP: JsonObject = { ...STEP, unit: ENGINE_UNIT };
const MAP: JsonObject = {
  ...STEP,
  kind: "map",
  id: "each",
  over: "params.items",
  concurrency: 4,
  reducer: "collect",
};
const ROUTE: JsonObject = {
  kind: "route",
  id: "pick",
  instructions: "",
  input: "steps.build.output",
  branches: [{ match: "yes", step: "ship" }],
};
const LAST: JsonObject = { ...ENGINE_STEP, id: "ship", inputs: ["steps.build.output"] };

/** Steps 0 to 3: a command, a map, a route, an instruction. */
const PLAN: JsonObject = {
  irVersion: 6,
  workflow: { ref: "project//workflows/a", title: "A", description: "A", sourceFormat: "markdown" },
  sourceHash: "0".repeat(64),
  cwd: "/project",
  params: [{ name: "items", schema: { type: "array" } }],
  execution: { maxConcurrency: 4 },
  steps: [STEP, MAP, ROUTE, LAST],
};

const EMBEDDED = "steps[0].unit.target.plan.";

/** A plan whose one step is another workflow; its recorded hash is that of nothing. */
function embedding(plan: JsonObject): JsonObject {
  const target = {
    kind: "child-workflow",
    ref: "project//workflows/a",
    via: "direct",
    sourcePath: "/project/.akm/workflows/a.md",
    planHash: "0".repeat(64),
    plan,
  };
  return { ...PLAN, steps: [{ ...STEP, unit: { ...UNIT, target } }] };
}

/** The plan with one value put somewhere, or taken away where it is undefined. */
function planWith(path: Path, value: Json | undefined): DecodedPlan {
  const plan = JSON.parse(JSON.stringify(PLAN));
  const last = path.at(-1) as string | number;
  const parent = path.slice(0, -1).reduce((inner, segment) => inner[segment], plan);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return decodePlan(JSON.stringify(plan));
}

function decodes(path: Path, value: Json | undefined): boolean {
  return planWith(path, value).kind === "plan";
}

const named = (count: number, entry: (name: string) => Json): Json =>
  Array.from({ length: count }, (_, index) => entry(`n${index}`));
const steps = (count: number): Json => named(count, (id) => ({ ...STEP, id }));
const text = (length: number) => "x".repeat(length);
const nested = (levels: number): Json => JSON.parse("[".repeat(levels) + "]".repeat(levels));
const nestedItems = (levels: number): Json =>
  JSON.parse(`${'{"items":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`);
const engines = (count: number): Json =>
  named(count, (name) => ({ ...ENGINE_STEP, id: name, unit: engineUnit(name) }));
const engineUnit = (name: string): Json => ({
  ...ENGINE_UNIT,
  target: { kind: "command", engine: { ...ENGINE, name } },
});
const sdkAgent = (server: Json): Json => ({ ...AGENT, platform: "opencode-sdk", llmEngine: server });
const customAgent = (custom: Json): Json => ({ ...AGENT, platform: "custom", bin: "my-agent", custom });
const branches = (count: number): Json => named(count, (match) => ({ match, step: "ship" }));

describe("a bound of the plan holds at its edge", () => {
  // shows: schema-343b, schema-374a, schema-374b, schema-479a
  test.each<[string, Path, Json, Json]>([
    ["one step at least", ["steps"], steps(1), []],
    ["256 steps", ["steps"], steps(256), steps(257)],
    ["128 params", ["params"], params(128), params(129)],
    ["a param's schema of 64 levels", ["params", 0, "schema"], nestedItems(64), nestedItems(65)],
    ["a schema nested the deepest way", ["params", 0, "schema"], deepestSchema(64), deepestSchema(65)],
    ["a default of 64 levels", ["params", 0, "default"], nested(64), nested(65)],
    ["64 outputs", ["outputs"], named(64, output), named(65, output)],
    ["an output at least, where outputs are declared", ["outputs"], named(1, output), []],
    ["width 64 of the run", ["execution", "maxConcurrency"], 64, 65],
    ["width 1 of the run", ["execution", "maxConcurrency"], 1, 0],
    ["width 64 of a map", ["steps", 1, "concurrency"], 64, 65],
    ["width 1 of a map", ["steps", 1, "concurrency"], 1, 0],
    ["64 inputs", ["steps", 3, "inputs"], named(64, () => "params.items"), named(65, () => "params.items")],
    ["256 KiB of instructions", ["steps", 0, "instructions"], text(262_144), text(262_145)],
    ["a branch at least", ["steps", 2, "branches"], branches(1), []],
    ["256 branches", ["steps", 2, "branches"], branches(256), branches(257)],
    ["100 gate loops", ["steps", 3, "gate"], { maxLoops: 100 }, { maxLoops: 101 }],
    ["one gate loop at least", ["steps", 3, "gate"], { maxLoops: 1 }, { maxLoops: 0 }],
    ["one gate loop for a command", ["steps", 0, "gate"], { maxLoops: 1 }, { maxLoops: 2 }],
    ["2 147 483 647 ms", ["steps", 0, "unit", "timeoutMs"], 2_147_483_647, 2_147_483_648],
    ["1 ms", ["steps", 0, "unit", "timeoutMs"], 1, 0],
    ["whole milliseconds", ["steps", 0, "unit", "timeoutMs"], 5, 5.5],
    [
      "100 retries",
      ["steps", 0, "unit", "retry"],
      { max: 100, on: ["timeout"] },
      { max: 101, on: ["timeout"] },
    ],
    ["no retry", ["steps", 0, "unit", "retry"], { max: 0, on: ["timeout"] }, { max: -1, on: ["timeout"] }],
    ["reasons that may be retried", retry, retryOn("spawn_failed"), retryOn("exec_output_limit")],
    ["a reason at least", retry, retryOn("timeout"), { max: 1, on: [] }],
    ["an argument without NUL", command, ["a b"], ["a\0b"]],
    ["a literal without NUL", ["steps", 0, "unit", "env"], literal(""), literal("a\0b")],
    ["a schema of 256 KiB", ["steps", 0, "outputSchema"], titled(262_144), titled(262_145)],
    ["64 words of a command", command, named(64, String), named(65, String)],
    ["one word of a command", command, ["x"], []],
    ["4096 bytes of a word", command, [text(4096)], [text(4097)]],
    ["4096 bytes, not characters", command, [`${text(4094)}é`], [`${text(4095)}é`]],
    ["a word that is not empty", command, ["x"], [""]],
    ["1024 characters of a directory", cwd, text(1024), text(1025)],
    ["32 passed names", passEnv, named(32, String), named(33, String)],
    ["names that can be names", passEnv, ["_A1"], ["1A"]],
    ["64 engines", ["steps"], engines(64), engines(65)],
    ["an engine's name of 63 characters", engineName, text(63), text(64)],
    ["an engine's name in kebab case", engineName, "my-model-2", "My_Model"],
    ["an engine's name that is not akm's own", engineName, "akm", "akm-judge"],
    ["an engine of a kind there is", engine, AGENT, { ...AGENT, kind: "human" }],
    ["an endpoint that is a URL", [...engine, "endpoint"], "https://h/v1/chat/completions", "h/v1"],
    ["a provider there is", [...engine, "provider"], "anthropic", "other"],
    ["64 requests at once", [...engine, "concurrency"], 64, 65],
    ["a key by the name of its variable", [...engine, "apiKeyVariable"], "MY_KEY", "sk-123"],
    ["a temperature from 0", inference, { temperature: 0 }, { temperature: -0.1 }],
    ["a topP up to 1", inference, { topP: 1 }, { topP: 1.1 }],
    ["a token at least", inference, { maxTokens: 1 }, { maxTokens: 0 }],
    ["a word for the effort", inference, { reasoningEffort: "low" }, { reasoningEffort: "" }],
    ["extra params by name", inference, { extraParams: { seed: 1 } }, { extraParams: [1] }],
    ["settings there are", inference, {}, { temprature: 1 }],
    ["a price from 0", [...engine, "price"], { input: 0, output: 0.5 }, { input: -1, output: 1 }],
    ["a platform there is", engine, { ...AGENT, platform: "gemini" }, { ...AGENT, platform: "emacs" }],
    ["arguments without NUL", engine, { ...AGENT, args: [""] }, { ...AGENT, args: ["a\0b"] }],
    ["names to pass on", engine, { ...AGENT, envPassthrough: ["A"] }, { ...AGENT, envPassthrough: ["A=1"] }],
    ["a model server behind an agent", engine, sdkAgent(ENGINE), sdkAgent(AGENT)],
    [
      "a program's own way",
      engine,
      customAgent({ prompt: "arg", output: "text" }),
      customAgent({ prompt: "file", output: "text" }),
    ],
    [
      "where a program's answer holds what is wanted",
      engine,
      customAgent({ prompt: "stdin", output: { json: "a", usage: { input: "i", output: "o" } } }),
      customAgent({ prompt: "stdin", output: { json: "a", usage: { input: "i" } } }),
    ],
    [
      "a judge where there is a rubric",
      ["steps", 0, "gate"],
      { rubric: "r", judge: ENGINE, maxLoops: 1 },
      { rubric: "r", maxLoops: 1 },
    ],
    [
      "no judge without a rubric",
      ["steps", 0, "gate"],
      { approve: true, maxLoops: 1 },
      { approve: true, judge: ENGINE, maxLoops: 1 },
    ],
    [
      "a judge's timeout of 1 ms",
      ["steps", 0, "gate"],
      { rubric: "r", judge: AGENT, judgeTimeoutMs: 1, maxLoops: 1 },
      { rubric: "r", judge: AGENT, judgeTimeoutMs: 0, maxLoops: 1 },
    ],
    ["a hash of 64 digits", ["sourceHash"], "f".repeat(64), "f".repeat(63)],
    ["a commit of 40 or 64 digits", ["git"], gitAt("f".repeat(40)), gitAt("f".repeat(41))],
    ["a step id without dots", ["steps", 0], { ...STEP, id: "build" }, { ...STEP, id: "bu.ild" }],
  ])("%s", (_what, path, inside, outside) => {
    expect(planWith(path, inside)).toMatchObject({ kind: "plan" });
    expect(planWith(path, outside)).toMatchObject({ kind: "undecodable", newer: false });
  });

  // shows: schema-343b
  test("2 MiB of text", () => {
    const padding = 2 * 1024 * 1024 - JSON.stringify(PLAN).length;
    expect(decodePlan(JSON.stringify(PLAN) + " ".repeat(padding))).toMatchObject({ kind: "plan" });
    expect(decodePlan(JSON.stringify(PLAN) + " ".repeat(padding + 1))).toMatchObject({ kind: "undecodable" });
  });
});

function params(count: number): Json {
  return Array.from({ length: count }, (_, index) => param(index === 0 ? "items" : `n${index}`));
}
/** Lists of schemas take two levels of JSON each; in the innermost stands a value as deep as values may be. */
function deepestSchema(levels: number): Json {
  let schema: JsonObject = { enum: nested(64) };
  for (let level = 1; level < levels; level += 1) schema = { allOf: [schema] };
  return schema;
}
function retryOn(reason: string): Json {
  return { max: 1, on: [reason] };
}
function literal(value: string): Json {
  return [{ kind: "literal", name: "A", value }];
}
function branchesTo(step: string): JsonObject[] {
  return [{ match: "yes", step }];
}
function param(name: string): Json {
  return { name, schema: {} };
}
function output(name: string): Json {
  return { name, from: "steps.build.output" };
}
function titled(bytes: number): Json {
  return { title: text(bytes - '{"title":""}'.length) };
}
function gitAt(commit: string): Json {
  return { root: "/project", commit };
}

describe("a directory stays inside its base", () => {
  test.each([".", "a", "a/b", "./a", "a..b/c", "..a", "a/..b"])("%j", (path) => {
    expect(decodes(cwd, path)).toBe(true);
  });

  // shows: schema-378d
  test.each([
    "",
    "/",
    "/a",
    "\\a",
    "~",
    "~/a",
    "..",
    "../a",
    "a/..",
    "a/../b",
    "a\\..\\b",
    "C:",
    "c:\\a",
    "a\0b",
  ])("and not %j", (path) => {
    expect(decodes(cwd, path)).toBe(false);
  });
});

describe("a plan that cannot be followed is refused with the value and what is wrong with it", () => {
  // shows: schema-559d
  // shows: engine-50
  test.each<[string, Path, Json | undefined, string]>([
    ["a key nobody knows", ["extra"], 1, "extra: is not a key of a plan"],
    [
      "a key nobody knows far inside",
      ["steps", 0, "unit", "target", "shell"],
      true,
      "steps[0].unit.target.shell: is not a key",
    ],
    [
      "a command that inherits all of the environment",
      ["steps", 0, "unit", "target", "inheritEnv"],
      true,
      "steps[0].unit.target.inheritEnv: is not a key of a plan",
    ],
    ["a key named __proto__", ["workflow"], JSON.parse('{"__proto__":1}'), "workflow.ref: is missing"],
    ["null where a key should be absent", ["budget"], null, "budget: must be an object"],
    ["a missing key", ["cwd"], undefined, "cwd: is missing"],
    ["a relative working directory", ["cwd"], "project", "cwd: must be an absolute path"],
    [
      "an unknown kind of step",
      ["steps", 0, "kind"],
      "loop",
      "steps[0].kind: must be one of unit, map, route",
    ],
    [
      "an unknown kind of target",
      ["steps", 0, "unit", "target", "kind"],
      "robot",
      "steps[0].unit.target.kind: must be one of",
    ],
    [
      "a key every object inherits as a kind",
      ["steps", 0, "unit", "target", "kind"],
      "constructor",
      "must be one of",
    ],
    [
      "an unknown policy",
      ["steps", 0, "unit", "onError"],
      "ignore",
      "steps[0].unit.onError: must be one of fail, continue",
    ],
    ["an unknown reducer", ["steps", 1, "reducer"], "vote", "steps[1].reducer: must be one of collect"],
    [
      "an unknown binding",
      ["steps", 0, "unit", "env"],
      [{ kind: "file" }],
      "steps[0].unit.env[0].kind: must be one of",
    ],
    [
      "a literal without a value",
      ["steps", 0, "unit", "env"],
      [{ kind: "literal", name: "A" }],
      "env[0].value: is missing",
    ],
    [
      "a flag that is text",
      ["steps", 0, "gate"],
      { maxLoops: 1, approve: "yes" },
      "steps[0].gate.approve: must be true or false",
    ],
    ["a step twice", ["steps", 3, "id"], "build", "steps[3]: repeats the name build"],
    ["a param twice", ["params"], [param("items"), param("items")], "params[1]: repeats the name items"],
    ["an output twice", ["outputs"], [output("a"), output("a")], "outputs[1]: repeats the name a"],
    [
      "a match twice",
      ["steps", 2, "branches"],
      [...branchesTo("ship"), ...branchesTo("ship")],
      "steps[2].branches[1]: repeats the name",
    ],
    ["a reference that does not parse", ["steps", 1, "over"], "items", "steps[1].over: is no reference"],
    ["a param that is not declared", ["steps", 1, "over"], "params.nope", "steps[1].over: names no param"],
    [
      "a step that comes later",
      ["steps", 0, "inputs"],
      ["steps.ship.output"],
      "steps[0].inputs[0]: names no step",
    ],
    ["the step itself", ["steps", 0, "inputs"], ["steps.build.output"], "steps[0].inputs[0]: names no step"],
    [
      "an output from a param",
      ["outputs"],
      [{ name: "a", from: "params.items" }],
      "outputs[0].from: names no param",
    ],
    [
      "an output from no step",
      ["outputs"],
      [{ name: "a", from: "steps.x.output" }],
      "outputs[0].from: names no step",
    ],
    [
      "a route backwards",
      ["steps", 2, "branches"],
      branchesTo("build"),
      "steps[2]: routes to build, which is no later step",
    ],
    ["a route to itself", ["steps", 2, "default"], "pick", "steps[2]: routes to pick"],
    ["a route to nowhere", ["steps", 2, "default"], "nope", "steps[2]: routes to nope"],
    [
      "a schema outside the subset",
      ["params", 0, "schema"],
      { items: { $ref: "#" } },
      'params[0].schema.items["$ref"]: "$ref" is not enforced',
    ],
    ["a version that is text", ["irVersion"], "6", "irVersion: must be a whole number"],
  ])("%s", (_what, path, value, problem) => {
    expect(planWith(path, value)).toEqual({
      kind: "undecodable",
      newer: false,
      problem: expect.stringContaining(problem),
    });
  });

  test.each([
    ["no JSON", "{", "the plan is not JSON"],
    ["a key twice", '{"irVersion":6,"irVersion":6}', "twice"],
    ["an array", "[6]", "irVersion"],
    ["null", "null", "irVersion"],
  ])("%s", (_what, stored, problem) => {
    expect(decodePlan(stored)).toEqual({
      kind: "undecodable",
      newer: false,
      problem: expect.stringContaining(problem),
    });
  });
});

describe("the version of a plan", () => {
  // shows: engine-26b
  test.each([4, 5])("%i of today's form is brought up to today", (version) => {
    expect(planWith(["irVersion"], version)).toMatchObject({
      kind: "plan",
      plan: { irVersion: 6 },
      olderVersion: version,
    });
  });

  test("above today's decodes where it has today's form", () => {
    expect(planWith(["irVersion"], 7)).toMatchObject({
      kind: "plan",
      plan: { irVersion: 6 },
      newerVersion: 7,
    });
  });

  // shows: engine-72, engine-26b
  test.each([4, 5, 7])("%i is brought up in an embedded plan as well, at every depth", (version) => {
    const inner = { ...PLAN, irVersion: version };
    const outer = embedding({ ...embedding(inner), irVersion: version });
    expect(decodePlan(JSON.stringify({ ...outer, irVersion: version }))).toMatchObject({
      kind: "plan",
      plan: embedding(embedding(PLAN)),
    });
    const broken = embedding(embedding({ ...PLAN, extra: 1 }));
    expect(decodePlan(JSON.stringify(broken))).toMatchObject({
      kind: "undecodable",
      problem: `${EMBEDDED.repeat(2)}extra: is not a key of a plan`,
    });
    expect(decodePlan(JSON.stringify(embedding({ ...PLAN, irVersion: 3 })))).toMatchObject({
      problem: `${EMBEDDED}irVersion: must be one of 6`,
    });
  });

  test("above today's asks for a newer akm where it does not decode", () => {
    const plan = { ...PLAN, irVersion: 7, novelty: true };
    expect(decodePlan(JSON.stringify(plan))).toEqual({
      kind: "undecodable",
      newer: true,
      problem: "novelty: is not a key of a plan",
    });
  });

  test.each([
    ["longer than is read", (plan: string) => plan + " ".repeat(2 * 1024 * 1024)],
    ["nested deeper than is read", (plan: string) => plan.replace("[]", "[".repeat(999) + "]".repeat(999))],
    ["cut off", (plan: string) => plan.slice(0, -9)],
  ])("above today's asks for a newer akm where the plan is %s", (_what, broken) => {
    const newer = canonicalJson({ ...PLAN, irVersion: 7 });
    expect(decodePlan(broken(newer))).toMatchObject({ kind: "undecodable", newer: true });
    const today = canonicalJson({ ...PLAN, sourceHash: 'as said: "irVersion":7,' });
    expect(decodePlan(broken(today))).toMatchObject({ kind: "undecodable", newer: false });
  });

  test.each([3, 0, -1])("%i is too old", (version) => {
    expect(planWith(["irVersion"], version)).toMatchObject({ kind: "undecodable", newer: false });
  });

  test("today's carries no mark", () => {
    expect(decodePlan(JSON.stringify(PLAN))).toEqual({ kind: "plan", plan: PLAN });
  });
});

describe("decoding never throws", () => {
  test("on any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (stored) => {
        expect(decodePlan(stored).kind).toBe("undecodable");
      }),
    );
  });

  test("on a real plan with any value put anywhere", () => {
    fc.assert(
      fc.property(
        arbitraryWorkflow,
        arbitraryCatalogue,
        fc.nat(),
        fc.jsonValue(),
        (workflow, catalogue, pick, value) => {
          const frozen = JSON.parse(freezeWorkflow(workflow, catalogue).planJson);
          // As text: JSON knows no -0.
          const damaged = JSON.stringify(replaceOne(frozen, pick, value as Json));
          const decoded = decodePlan(damaged);
          if (decoded.kind === "undecodable") expect(decoded.problem).not.toBe("");
          else expect(decoded.plan).toEqual({ ...JSON.parse(damaged), irVersion: 6 });
        },
      ),
    );
  }, 30_000);

  test("on a real plan cut short anywhere", () => {
    const stored = JSON.stringify(PLAN);
    for (let length = 0; length < stored.length; length += 1) {
      expect(parseStrictJson(stored.slice(0, length)).ok).toBe(false);
      expect(decodePlan(stored.slice(0, length)).kind).toBe("undecodable");
    }
  });
});

/** The value with its node number `pick`, counted through all of them and around, replaced. */
function replaceOne(root: Json, pick: number, value: Json): Json {
  const places: (() => void)[] = [];
  const visit = (node: Json): void => {
    if (typeof node !== "object" || node === null) return;
    for (const key of Object.keys(node)) {
      const owner = node as { [key: string]: Json };
      places.push(() => Object.defineProperty(owner, key, { value, enumerable: true }));
      visit(owner[key] as Json);
    }
  };
  visit(root);
  places[pick % places.length]?.();
  return root;
}
