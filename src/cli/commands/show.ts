import { type Json, type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { FrozenWorkflow, Orchestration, PlanStep } from "../../plan/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { present } from "../envelopes/present.ts";
import { indented } from "../render/words.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";
import { findAndLoad, freezeLoaded, type LoadedWorkflow } from "../workflows/load-workflow.ts";
import { workflowParams } from "../workflows/workflow-params.ts";

export const show: Verb = {
  summary: "Show a workflow: its params, its steps and what each of them runs",
  arguments: [{ name: "ref", summary: "A workflow ref or a path", required: true, completes: "workflow" }],
  flags: [],
  example: "akm show workflows/hello",
  run: showWorkflow,
};

interface ShownStep {
  step: PlanStep;
  orchestration: Orchestration;
}

async function showWorkflow(call: Call): Promise<Answer> {
  const loaded = await findAndLoad(call.machine, argumentAt(call, 0));
  const frozen = await freezeLoaded(call.machine, loaded);
  const { describeOrchestration } = await call.machine.plan();
  const steps = frozen.plan.steps.map((step) => ({ step, orchestration: describeOrchestration(step) }));
  return {
    ending: { kind: "done" },
    result: {
      envelope: showEnvelope(loaded, frozen, steps),
      text: (style) => showText(loaded, frozen, steps, style),
    },
  };
}

function showEnvelope(
  { location, workflow }: LoadedWorkflow,
  { plan }: FrozenWorkflow,
  steps: readonly ShownStep[],
): JsonObject {
  return {
    ok: true,
    shape: "show",
    schemaVersion: RESULT_SCHEMA_VERSION,
    ref: location.ref,
    type: "workflow",
    path: location.path,
    title: workflow.title,
    description: workflow.description,
    params: workflowParams(plan),
    ...present({
      outputs:
        plan.outputs === undefined
          ? undefined
          : Object.fromEntries(plan.outputs.map(({ name, ...output }) => [name, present(output)])),
    }),
    preamble: workflow.preamble,
    steps: steps.map(({ step, orchestration }) => ({
      id: step.id,
      title: step.id,
      instructions: step.instructions,
      ...present({ gate: step.gate === undefined ? undefined : present({ ...step.gate }) }),
      orchestration: JSON.parse(JSON.stringify(orchestration)) as Json,
    })),
  };
}

function showText(
  { location, workflow }: LoadedWorkflow,
  { plan }: FrozenWorkflow,
  steps: readonly ShownStep[],
  style: Style,
): string {
  const params = plan.params.map(
    ({ name, schema, default: fallback }) =>
      `  --${name}  ${JSON.stringify(schema)}${fallback === undefined ? "" : ` = ${JSON.stringify(fallback)}`}`,
  );
  return [
    `${style.bold(workflow.title)}\n  ${location.ref}\n  ${workflow.description}`,
    ...(params.length === 0 ? [] : [[style.bold("Params"), ...params].join("\n")]),
    ...steps.map(({ step, orchestration }) => stepText(step, orchestration, style)),
  ].join("\n\n");
}

function stepText(step: PlanStep, orchestration: Orchestration, style: Style): string {
  const lines = Object.entries(orchestration).map(
    ([key, value]) => `    ${style.dim(key)}  ${JSON.stringify(value)}`,
  );
  const instructions = step.instructions.trim();
  return [
    `  ${style.bold(step.id)}  ${step.kind}`,
    ...lines,
    ...(instructions === "" ? [] : [indented(instructions)]),
  ].join("\n");
}
