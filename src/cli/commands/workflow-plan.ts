import { type Json, type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { FrozenWorkflow, PlannedStep } from "../../plan/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { renderTable } from "../render/table.ts";
import { duration } from "../render/words.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";
import { freezeLoaded } from "../workflows/freeze-loaded.ts";
import { findAndLoad, type LoadedWorkflow } from "../workflows/load-workflow.ts";
import { workflowParams } from "../workflows/workflow-params.ts";

export const workflowPlan: Verb = {
  summary: "Compile and freeze a workflow, and show the plan; nothing is written",
  arguments: [{ name: "ref", summary: "A workflow ref or a path", required: true, completes: "workflow" }],
  flags: [],
  example: "akm workflow plan workflows/hello",
  run: planWorkflow,
};

async function planWorkflow(call: Call): Promise<Answer> {
  const loaded = await findAndLoad(call.machine, argumentAt(call, 0));
  const frozen = await freezeLoaded(call.machine, loaded);
  const steps = (await call.machine.plan()).describePlan(frozen.plan);
  for (const { message } of frozen.notices) call.say.notice(`notice: ${message}`);
  return {
    ending: { kind: "done" },
    result: {
      envelope: planEnvelope(loaded, frozen, steps),
      text: (style) => planText(loaded, frozen, steps, style),
    },
  };
}

function planEnvelope(
  { location, warnings }: LoadedWorkflow,
  { plan, planHash, notices, sources }: FrozenWorkflow,
  steps: readonly PlannedStep[],
): JsonObject {
  return {
    ok: true,
    shape: "workflow-plan",
    schemaVersion: RESULT_SCHEMA_VERSION,
    ref: location.ref,
    title: plan.workflow.title,
    sourceFormat: plan.workflow.sourceFormat,
    sourcePath: location.path,
    irVersion: plan.irVersion,
    planHash,
    published: false,
    execution: { ...plan.execution },
    ...(plan.budget === undefined ? {} : { budget: { ...plan.budget } }),
    ...(plan.params.length === 0 ? {} : { params: workflowParams(plan) }),
    ...(plan.outputs === undefined ? {} : { outputs: outputsOf(plan.outputs) }),
    steps: asJson(steps),
    sourceReadSet: [
      { ref: location.ref, path: location.path, sha256: plan.sourceHash },
      ...sources.map(({ ref, path, sha256 }) => ({ ref, path, sha256 })),
    ],
    notices: notices.map((notice) => ({ ...notice })),
    warnings: warnings.map(({ message }) => message),
  };
}

function outputsOf(outputs: NonNullable<FrozenWorkflow["plan"]["outputs"]>): JsonObject {
  return Object.fromEntries(
    outputs.map(({ name, from, schema }) => [name, schema === undefined ? { from } : { from, schema }]),
  );
}

function asJson(steps: readonly PlannedStep[]): Json {
  return JSON.parse(JSON.stringify(steps)) as Json;
}

/** What people call the kinds of targets. */
const TARGET_WORDS = {
  shell: "exec",
  command: "prompt",
  script: "script",
  "child-workflow": "workflow",
} as const;

/** Its kind of target, and what it came by it through. */
function runsText({ targetKind, expansion }: PlannedStep): string {
  const word = targetKind === null ? "" : TARGET_WORDS[targetKind];
  switch (expansion.via) {
    case "direct":
      return word;
    case "task":
      return `${word} of ${expansion.taskRef}`;
    case "child":
      return expansion.childRef;
  }
}

function planText(
  { location }: LoadedWorkflow,
  { plan, planHash }: FrozenWorkflow,
  steps: readonly PlannedStep[],
  style: Style,
): string {
  const rows = steps.map((step) => [
    step.stepId,
    step.kind,
    runsText(step),
    step.concurrency === undefined ? "" : String(step.concurrency),
    step.timeoutMs === undefined ? "" : duration(step.timeoutMs),
    step.gate === undefined ? "" : "yes",
  ]);
  return [
    `${style.bold(plan.workflow.title)}\n  ${location.ref}\n  plan ${planHash}, at most ${plan.execution.maxConcurrency} at once`,
    renderTable(["STEP", "KIND", "RUNS", "WIDTH", "TIMEOUT", "GATE"], rows, style),
  ].join("\n\n");
}
