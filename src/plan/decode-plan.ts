import { isAbsolute } from "node:path";
import {
  CONCURRENCY_MAX,
  CONCURRENCY_MIN,
  PARAM_NAME_PATTERN,
  PARAMS_MAX,
  PLAN_ENGINES_MAX,
  PLAN_IR_VERSION,
  RUN_OUTPUTS_MAX,
  STEPS_MAX,
  STEPS_MIN,
} from "../contract/index.ts";
import { compact } from "../lib/compact.ts";
import { decodeReference } from "./decode-reference.ts";
import { decodeStep } from "./decode-step.ts";
import type { FrozenEngine } from "./engine.ts";
import type { Plan, PlanOutput, PlanParam, PlanStep } from "./plan.ts";
import { refuseRepeated, type StoredObject, type StoredValue, type TextRule } from "./stored-value.ts";
import { upgradeEmbedded } from "./upgrade/list.ts";

const SHA256_HEX: TextRule = { pattern: /^[0-9a-f]{64}$/ };
const COMMIT_ID: TextRule = { pattern: /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/ };
const ABSOLUTE_PATH: TextRule = {
  problem: (path) => (isAbsolute(path) ? undefined : "must be an absolute path"),
};
const EXPORT_NAME: TextRule = { pattern: PARAM_NAME_PATTERN };
const FREE_TEXT: TextRule = { bytesMin: 0 };

/** Reads a plan of today's version, every bound checked. Throws `Undecodable`. */
export function decodePlanValue(stored: StoredValue): Plan {
  return stored.object((plan) => {
    const params = decodeParams(plan.required("params"));
    const steps = decodeSteps(plan.required("steps"), params);
    return {
      irVersion: plan.required("irVersion").oneOf([PLAN_IR_VERSION]),
      workflow: plan.required("workflow").object(decodeIdentity),
      sourceHash: plan.required("sourceHash").text(SHA256_HEX),
      cwd: plan.required("cwd").text(ABSOLUTE_PATH),
      params,
      execution: plan.required("execution").object((execution) => ({
        maxConcurrency: execution.required("maxConcurrency").wholeNumber(CONCURRENCY_MIN, CONCURRENCY_MAX),
      })),
      ...compact({
        git: plan.optional("git")?.object(decodeGit),
        budget: plan.optional("budget")?.object(decodeBudget),
        outputs: decodeOutputs(plan.optional("outputs"), steps),
      }),
      steps,
    };
  });
}

function decodeIdentity(workflow: StoredObject): Plan["workflow"] {
  return {
    ref: workflow.required("ref").text(),
    title: workflow.required("title").text(FREE_TEXT),
    description: workflow.required("description").text(FREE_TEXT),
    sourceFormat: workflow.required("sourceFormat").oneOf(["markdown", "github-yaml"]),
  };
}

function decodeGit(git: StoredObject): NonNullable<Plan["git"]> {
  return {
    root: git.required("root").text(ABSOLUTE_PATH),
    ...compact({ commit: git.optional("commit")?.text(COMMIT_ID) }),
  };
}

function decodeBudget(budget: StoredObject): NonNullable<Plan["budget"]> {
  return compact({
    maxUnits: budget.optional("maxUnits")?.wholeNumber(1, Number.MAX_SAFE_INTEGER),
    maxTokens: budget.optional("maxTokens")?.wholeNumber(1, Number.MAX_SAFE_INTEGER),
  });
}

function decodeParams(stored: StoredValue): PlanParam[] {
  const entries = stored.array(0, PARAMS_MAX);
  const params = entries.map((entry) =>
    entry.object((param) => ({
      name: param.required("name").text(EXPORT_NAME),
      schema: param.required("schema").schema(),
      ...compact({ default: param.optional("default")?.json() }),
    })),
  );
  refuseRepeated(
    entries,
    params.map((param) => param.name),
  );
  return params;
}

function decodeOutputs(stored: StoredValue | undefined, steps: PlanStep[]): PlanOutput[] | undefined {
  if (stored === undefined) return undefined;
  const scope = { params: new Set<string>(), steps: new Set(steps.map((step) => step.id)) };
  const entries = stored.array(1, RUN_OUTPUTS_MAX);
  const outputs = entries.map((entry) =>
    entry.object((output) => ({
      name: output.required("name").text(EXPORT_NAME),
      from: decodeReference(output.required("from"), scope),
      ...compact({ schema: output.optional("schema")?.schema() }),
    })),
  );
  refuseRepeated(
    entries,
    outputs.map((output) => output.name),
  );
  return outputs;
}

function decodeSteps(stored: StoredValue, params: PlanParam[]): PlanStep[] {
  const entries = stored.array(STEPS_MIN, STEPS_MAX);
  const scope = {
    params: new Set(params.map((param) => param.name)),
    steps: new Set<string>(),
    plan: (embedded: StoredValue) => decodePlanValue(embedded.map(upgradeEmbedded)),
  };
  const steps = entries.map((entry) => {
    const step = decodeStep(entry, scope);
    scope.steps.add(step.id);
    return step;
  });
  refuseRepeated(
    entries,
    steps.map((step) => step.id),
  );
  refuseBackwardRoutes(entries, steps);
  refuseTooManyEngines(stored, steps);
  return steps;
}

/** A route leads forward only, which is what makes a run end (spec workflow-schema.txt, "Routing"). */
function refuseBackwardRoutes(entries: StoredValue[], steps: PlanStep[]): void {
  const later = new Set<string>();
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index] as PlanStep;
    const targets =
      step.kind === "route" ? [...step.branches.map((branch) => branch.step), step.default ?? []].flat() : [];
    const astray = targets.find((target) => !later.has(target));
    if (astray !== undefined) entries[index]?.refuse(`routes to ${astray}, which is no later step`);
    later.add(step.id);
  }
}

function refuseTooManyEngines(stored: StoredValue, steps: PlanStep[]): void {
  const engines = new Set(steps.flatMap(enginesOf).map(({ name }) => name));
  if (engines.size > PLAN_ENGINES_MAX)
    stored.refuse(`name ${engines.size} engines; at most ${PLAN_ENGINES_MAX} are allowed`);
}

/** Whatever a step asks: its units' engine, the model server behind it, its judge. */
function enginesOf(step: PlanStep): FrozenEngine[] {
  const unit = step.kind !== "route" && step.unit.target.kind === "command" ? [step.unit.target.engine] : [];
  return [...unit, ...(step.gate?.judge === undefined ? [] : [step.gate.judge])].flatMap((engine) =>
    engine.kind === "agent" && engine.llmEngine !== undefined ? [engine, engine.llmEngine] : [engine],
  );
}
