import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type {
  Command,
  InputBinding,
  Step,
  Task,
  TaskTarget,
  UsedAsset,
  Workflow,
} from "../../source/index.ts";
import type { CatalogueAsset } from "../catalogue.ts";
import { decodePlan } from "../decode.ts";
import { describePlan } from "../explain.ts";
import { type FrozenWorkflow, freezeWorkflow } from "../freeze.ts";
import type { PlanUnitStep } from "../plan.ts";
import {
  catalogueOf,
  engineUnit,
  execUnit,
  located,
  reference,
  unitStep,
  workflowOf,
} from "../testing/sample-workflow.ts";

const AT = { line: 1, column: 1 };
const MODE = { kind: "literal", name: "MODE", value: "fast", at: AT } as const;

function using(id: string, ref: string, more: Partial<UsedAsset> = {}): Step {
  const family = (ref.split("//").at(-1) ?? "").split("/")[0] as UsedAsset["family"];
  return unitStep(id, { unit: engineUnit({ uses: { at: AT, family, ref, ...more } }) });
}

function given(values: Record<string, Json | { from: string }>): Pick<UsedAsset, "with"> {
  const bindings = Object.entries(values).map(([name, value]): InputBinding => {
    const from =
      typeof value === "object" && value !== null && !Array.isArray(value) ? value.from : undefined;
    return typeof from === "string"
      ? { kind: "reference", name, at: AT, from: reference(from) }
      : { kind: "literal", name, at: AT, value: value as Json };
  });
  return { with: located(bindings) };
}

function fileOf(ref: string, extension = "") {
  return {
    ref: `project//${ref}`,
    path: `/project/.akm/${ref}${extension}`,
    displayPath: `${ref}${extension}`,
    sha256: "b".repeat(64),
  };
}

function child(ref: string, workflow: Partial<Workflow> & { steps: Step[] }): [string, CatalogueAsset] {
  return [
    ref,
    { ...fileOf(ref, ".md"), family: "workflows", workflow: workflowOf(workflow.steps, workflow) },
  ];
}

function script(ref: string, text = "echo hello\n"): [string, CatalogueAsset] {
  return [ref, { ...fileOf(ref), family: "scripts", bytes: Buffer.from(text) }];
}

function command(ref: string, more: Partial<Command> = {}): [string, CatalogueAsset] {
  const instructions = "Review $ARGUMENTS and $ARGUMENTS.\n";
  return [
    ref,
    { ...fileOf(ref, ".md"), family: "commands", command: { description: "", instructions, ...more } },
  ];
}

const shell: TaskTarget = { kind: "exec", exec: { at: AT, command: ["sh", "-c", "deploy"], passEnv: [] } };

function task(ref: string, more: Partial<Task> = {}): [string, CatalogueAsset] {
  const whole: Task = { version: 4, target: shell, inputs: [], env: [], schedule: [], ...more };
  return [ref, { ...fileOf(ref, ".yml"), family: "tasks", task: whole }];
}

function input(name: string, schema: JsonObject, more: { default?: Json; required?: boolean } = {}) {
  return { name, at: AT, schema, required: false, ...more };
}

function freeze(
  steps: Step[],
  assets: [string, CatalogueAsset][],
  more: Partial<Workflow> = {},
): FrozenWorkflow {
  return freezeWorkflow(
    workflowOf(steps, { format: "github-yaml", ...more }),
    catalogueOf({ assets: new Map(assets) }),
  );
}

function unitOf({ plan }: FrozenWorkflow, index = 0) {
  return plan.steps[index] as PlanUnitStep;
}

function refusal(freezing: () => unknown): { code: string; problems: string[] } {
  try {
    freezing();
  } catch (error) {
    if (!(error instanceof AkmError)) throw error;
    return { code: error.code, problems: (error.problems ?? []).map(({ message }) => message) };
  }
  throw new Error("It was frozen.");
}

describe("a command asset", () => {
  // shows: schema-50i
  test("puts its text and its engine in the step's place, its arguments once", () => {
    const commands = [command("commands/review", { engine: located("coder"), timeout: located(5000) })];
    const step = unitOf(freeze([using("a", "commands/review", { arguments: located("src/$&") })], commands));
    expect(step).toMatchObject({
      instructions: "Review src/$& and $ARGUMENTS.\n",
      unit: { timeoutMs: 5000, target: { kind: "command", engine: { name: "coder" } } },
    });
  });

  // shows: schema-50h
  test.each([["commands/review"], ["scripts/build.sh"]])(
    "takes no `with`, not even an empty one: %s",
    (ref) => {
      const assets = [command("commands/review"), script("scripts/build.sh")];
      expect(refusal(() => freeze([using("a", ref, given({}))], assets))).toMatchObject({
        code: "COMPOSITION_INVALID",
      });
    },
  );
});

describe("a script asset", () => {
  // shows: schema-50i
  // shows: engine-40c
  test("is frozen with its bytes and listed among what was read", () => {
    const frozen = freeze(
      [using("a", "scripts/build.sh", { cwd: "web" })],
      [script("scripts/build.sh", "exit 3\n")],
    );
    expect(unitOf(frozen).unit.target).toEqual({
      kind: "script",
      ref: "project//scripts/build.sh",
      extension: ".sh",
      contentBase64: Buffer.from("exit 3\n").toString("base64"),
      cwd: "web",
    });
    expect(frozen.sources).toEqual([expect.objectContaining({ path: "/project/.akm/scripts/build.sh" })]);
    expect(unitOf(frozen).unit.timeoutMs).toBe(600_000);
  });

  test("of an unknown extension is refused", () => {
    const refused = refusal(() => freeze([using("a", "scripts/build.exe")], [script("scripts/build.exe")]));
    expect(refused).toMatchObject({
      code: "COMPOSITION_INVALID",
      problems: [expect.stringContaining(".sh .ts")],
    });
  });
});

describe("a task", () => {
  const deploy = task("tasks/deploy", {
    inputs: [
      input("channel", { type: "string" }, { default: "beta" }),
      input("count", { type: "integer" }, { required: true }),
      input("note", { type: "string" }),
    ],
    env: [MODE],
    timeout: located(9000),
  });

  // shows: schema-50a
  // shows: engine-47a
  test("binds each input to what the step gives, else to its default, else to nothing", () => {
    const steps = [
      unitStep("n"),
      using("a", "tasks/deploy", given({ count: { from: "steps.n.output.total" } })),
    ];
    const frozen = freeze(steps, [deploy]);
    expect(unitOf(frozen, 1).unit).toMatchObject({
      taskRef: "project//tasks/deploy",
      timeoutMs: 9000,
      target: { kind: "shell", command: ["sh", "-c", "deploy"] },
      env: [{ kind: "literal", name: "MODE", value: "fast" }],
      inputBindings: [
        { name: "channel", schema: { type: "string" }, value: "beta" },
        { name: "count", schema: { type: "integer" }, from: "steps.n.output.total" },
      ],
    });
    expect(describePlan(frozen.plan)[1]).toMatchObject({
      targetKind: "shell",
      expansion: { via: "task", taskRef: "project//tasks/deploy" },
      inputBindings: [{ name: "channel" }, { name: "count", from: "steps.n.output.total" }],
    });
    expect(decodePlan(frozen.planJson)).toEqual({ kind: "plan", plan: frozen.plan });
  });

  // shows: schema-50b, schema-50e, schema-50f
  test.each<[string, Record<string, Json | { from: string }>, RegExp]>([
    [
      "an input it does not declare",
      { count: 1, chanel: "x" },
      /has no input chanel; did you mean channel\?/,
    ],
    ["a required input that is missing", {}, /requires count/],
    ["a literal of another type", { count: "many" }, /count.*integer/],
    ["a step that is not there", { count: { from: "steps.gone.output" } }, /names no step before/],
    [
      "a param",
      { count: { from: "params.n" } },
      /does not name a declared workflow param; declared params: \(none\)/,
    ],
  ])("refuses %s", (_what, values, message) => {
    const refused = refusal(() => freeze([using("a", "tasks/deploy", given(values))], [deploy]));
    expect(refused).toEqual({ code: "INPUT_BINDING_INVALID", problems: [expect.stringMatching(message)] });
  });

  // shows: schema-50g
  test("without inputs takes no `with`", () => {
    const refused = refusal(() => freeze([using("a", "tasks/plain", given({}))], [task("tasks/plain")]));
    expect(refused.code).toBe("COMPOSITION_INVALID");
  });

  // shows: schema-50i
  test("hands its work to a script, a command or an instruction of its own", () => {
    const assets = [
      script("scripts/build.sh"),
      command("commands/review"),
      task("tasks/s", {
        target: { kind: "asset", uses: { at: AT, family: "scripts", ref: "scripts/build.sh" } },
      }),
      task("tasks/c", {
        target: {
          kind: "asset",
          uses: { at: AT, family: "commands", ref: "commands/review", arguments: located("it") },
        },
        output: located({ type: "object" }),
      }),
      task("tasks/i", { target: { kind: "instruction", content: located("Say yes.") } }),
    ];
    const { plan } = freeze([using("s", "tasks/s"), using("c", "tasks/c"), using("i", "tasks/i")], assets);
    expect(plan.steps).toMatchObject([
      { unit: { target: { kind: "script" } } },
      {
        instructions: "Review it and $ARGUMENTS.\n",
        outputSchema: { type: "object" },
        unit: { outputSchema: { type: "object" } },
      },
      { instructions: "Say yes.", unit: { target: { kind: "command" } } },
    ]);
  });
});

describe("a child workflow", () => {
  const release = child("workflows/release", {
    steps: [unitStep("build")],
    params: [
      { name: "channel", at: AT, schema: { type: "string" } },
      { name: "dry", at: AT, schema: { type: "boolean" }, default: true },
    ],
    outputs: [{ name: "version", at: AT, from: reference("steps.build.output") }],
  });

  // shows: schema-50k, schema-57, schema-71a, schema-75
  // shows: engine-60, engine-63
  test("is embedded whole, its params bound and its exports readable", () => {
    const steps = [
      using("sub", "workflows/release", given({ channel: "stable" })),
      using("next", "tasks/say", given({ text: { from: "steps.sub.output.version" } })),
    ];
    const say = task("tasks/say", { inputs: [input("text", {})] });
    const frozen = freeze(steps, [release, say]);
    expect(unitOf(frozen).unit).toMatchObject({
      inputBindings: [
        { name: "channel", value: "stable" },
        { name: "dry", value: true },
      ],
      target: { kind: "child-workflow", via: "direct", ref: "project//workflows/release" },
    });
    expect(unitOf(frozen).unit.timeoutMs).toBeUndefined();
    expect(describePlan(frozen.plan)[0]?.expansion).toMatchObject({
      via: "child",
      childVia: "direct",
      childOutputs: ["version"],
      steps: [{ stepId: "build" }],
    });
    expect(decodePlan(frozen.planJson)).toEqual({ kind: "plan", plan: frozen.plan });
    expect(frozen.sources.map(({ displayPath }) => displayPath)).toEqual([
      "workflows/release.md",
      "tasks/say.yml",
    ]);
  });

  // shows: schema-50k, schema-65a, schema-65b
  // shows: engine-60
  test("is reached through a task, whose defaults stand in for what the step does not give", () => {
    const wrapped = task("tasks/ship", {
      target: { kind: "asset", uses: { at: AT, family: "workflows", ref: "workflows/release" } },
      inputs: [input("channel", { type: "string" }, { default: "nightly" })],
    });
    const frozen = freeze([using("a", "tasks/ship", given({ dry: false }))], [release, wrapped]);
    expect(unitOf(frozen).unit).toMatchObject({
      taskRef: "project//tasks/ship",
      target: { via: "task" },
      inputBindings: [
        { name: "channel", value: "nightly" },
        { name: "dry", value: false },
      ],
    });
    expect(describePlan(frozen.plan)[0]?.expansion).toMatchObject({
      childVia: "task",
      childTaskRef: "project//tasks/ship",
    });
  });

  describe("behind a task that declares its param too", () => {
    const ship = child("workflows/ship", {
      steps: [unitStep("build")],
      params: [{ name: "v", at: AT, schema: { type: "string" }, default: "a" }],
    });
    const wrap = (declared: ReturnType<typeof input>) =>
      task("tasks/mid", {
        target: { kind: "asset", uses: { at: AT, family: "workflows", ref: "workflows/ship" } },
        inputs: [declared],
      });
    const stage = { enum: ["beta", "stable"] };

    test.each<[string, ReturnType<typeof input>, Record<string, Json>, RegExp]>([
      ["a missing value the task requires", input("v", stage, { required: true }), {}, /requires v/],
      ["a value only the child takes", input("v", stage), { v: "nonsense" }, /input v .* does not take this/],
      ["a value only the task takes", input("v", {}), { v: 7 }, /input v .* does not take this.*string/],
      ["the task's default of null", input("v", {}, { default: null }), {}, /take its default.*string/],
      ["the child's default where the task's schema is narrower", input("v", stage), {}, /take its default/],
    ])("refuses %s", (_what, declared, values, message) => {
      const refused = refusal(() => freeze([using("a", "tasks/mid", given(values))], [ship, wrap(declared)]));
      expect(refused).toEqual({
        code: "INPUT_BINDING_INVALID",
        problems: [expect.stringMatching(message)],
      });
    });

    test("binds what both take", () => {
      const steps = [using("a", "tasks/mid", given({ v: "beta" }))];
      expect(unitOf(freeze(steps, [ship, wrap(input("v", stage, { required: true }))])).unit).toMatchObject({
        inputBindings: [{ name: "v", schema: { allOf: [stage, { type: "string" }] }, value: "beta" }],
      });
    });
  });

  test.each<[string, Step, Partial<Task>]>([
    [
      "of the step",
      unitStep("a", {
        unit: engineUnit({ uses: { at: AT, family: "workflows", ref: "workflows/c" }, env: [MODE] }),
      }),
      {},
    ],
    ["of the task in between", using("a", "tasks/t"), { env: [MODE] }],
  ])("takes no env: one %s is refused", (_whose, step, more) => {
    const assets = [
      child("workflows/c", { steps: [unitStep("x")] }),
      task("tasks/t", {
        target: { kind: "asset", uses: { at: AT, family: "workflows", ref: "workflows/c" } },
        ...more,
      }),
    ];
    expect(refusal(() => freeze([step], assets))).toEqual({
      code: "COMPOSITION_INVALID",
      problems: [expect.stringMatching(/`env` does not reach into a child workflow/)],
    });
  });

  // shows: schema-67a, schema-67b
  test.each<[string, Record<string, Json>, RegExp]>([
    ["a param it has not", { channel: "x", wet: true }, /has no input wet; it takes channel, dry/],
    ["a missing param", {}, /requires channel/],
    ["a value that is no such param", { channel: 4 }, /channel.*string/],
  ])("refuses %s", (_what, values, message) => {
    const refused = refusal(() => freeze([using("a", "workflows/release", given(values))], [release]));
    expect(refused).toEqual({ code: "INPUT_BINDING_INVALID", problems: [expect.stringMatching(message)] });
  });

  // shows: schema-323d
  test.each([
    ["with outputs", release, "steps.sub.output.runId", /exports version/],
    [
      "without",
      child("workflows/release", { steps: [unitStep("x")] }),
      "steps.sub.output.version",
      /exports runId, status/,
    ],
  ])("refuses to read what a child %s does not export", (_what, asset, from, message) => {
    const say = task("tasks/say", { inputs: [input("text", {})] });
    const sub = using("sub", "workflows/release", asset === release ? given({ channel: "x" }) : {});
    const refused = refusal(() =>
      freeze([sub, using("next", "tasks/say", given({ text: { from } }))], [asset, say]),
    );
    expect(refused).toEqual({ code: "INPUT_BINDING_INVALID", problems: [expect.stringMatching(message)] });
  });

  // shows: loop-45a, loop-45b
  test.each<[string, [string, CatalogueAsset][]]>([
    ["workflows/release", [child("workflows/release", { steps: [unitStep("x")] })]],
    ["scripts/build.sh", [script("scripts/build.sh")]],
    ["tasks/deploy", [task("tasks/deploy")]],
  ])("and whatever else no feedback can reach has one gate loop: %s", (ref, assets) => {
    const gate = { rubric: located("- r\n"), maxLoops: located(3) };
    expect(freeze([{ ...using("a", ref), gate }], assets).plan.steps[0]?.gate?.maxLoops).toBe(1);
  });

  test("tells the child's own notices as the child's", () => {
    const inert = child("workflows/c", { steps: [unitStep("x", { gate: { maxLoops: located(3) } })] });
    const { notices } = freeze([using("a", "workflows/c")], [inert]);
    expect(notices).toEqual([
      { code: "gate-inert", message: expect.stringMatching(/^project\/\/workflows\/c: /) },
    ]);
  });
});

describe("the bounds of composition", () => {
  function chain(levels: number): [string, CatalogueAsset][] {
    return Array.from({ length: levels }, (_, level) =>
      child(`workflows/w${level + 1}`, {
        steps: level + 1 === levels ? [unitStep("end")] : [using("down", `workflows/w${level + 2}`)],
      }),
    );
  }

  // shows: schema-81a
  // shows: engine-69
  test("eight levels below the root are frozen, a ninth is refused with its path", () => {
    expect(freeze([using("down", "workflows/w1")], chain(8)).plan.steps).toHaveLength(1);
    const refused = refusal(() => freeze([using("down", "workflows/w1")], chain(9)));
    expect(refused).toEqual({
      code: "COMPOSITION_INVALID",
      problems: [expect.stringMatching(/at most 8 levels.*w1 → .* → project\/\/workflows\/w9/)],
    });
  });

  // shows: schema-81b
  // shows: engine-69
  test("a workflow that contains itself is refused with the path of the cycle", () => {
    const assets = [
      child("workflows/a", { steps: [using("b", "workflows/b")] }),
      child("workflows/b", { steps: [using("a", "workflows/a")] }),
    ];
    expect(refusal(() => freeze([using("x", "workflows/a")], assets))).toEqual({
      code: "COMPOSITION_INVALID",
      problems: [
        expect.stringContaining("project//workflows/a → project//workflows/b → project//workflows/a"),
      ],
    });
  });

  // shows: schema-83a
  test("one workflow reached twice is embedded twice", () => {
    const assets = [
      child("workflows/left", { steps: [using("leaf", "workflows/leaf")] }),
      child("workflows/right", { steps: [using("leaf", "workflows/leaf")] }),
      child("workflows/leaf", { steps: [unitStep("end")] }),
    ];
    const frozen = freeze([using("l", "workflows/left"), using("r", "workflows/right")], assets);
    expect(frozen.planJson.split('"id":"end"')).toHaveLength(3);
    expect(frozen.sources).toHaveLength(3);
  });

  // shows: schema-81c
  // shows: engine-69
  test("children of more than 1 MiB together are refused", () => {
    const big = (ref: string) =>
      child(ref, { steps: [unitStep("s", { instructions: "x".repeat(250_000), unit: execUnit() })] });
    const refs = ["a", "b", "c", "d", "e"].map((name) => `workflows/${name}`);
    const steps = refs.map((ref, index) => using(`s${index}`, ref));
    expect(freeze(steps.slice(0, 4), refs.map(big)).plan.steps).toHaveLength(4);
    expect(refusal(() => freeze(steps, refs.map(big)))).toEqual({
      code: "COMPOSITION_INVALID",
      problems: [expect.stringContaining("more than 1048576 bytes")],
    });
  });
});
