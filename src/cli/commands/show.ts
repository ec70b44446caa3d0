import { type Json, type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { WorkflowOutline } from "../../plan/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { present } from "../envelopes/present.ts";
import { type WorkflowHead, workflowText } from "../render/workflow-text.ts";
import type { Answer, Verb } from "../verb.ts";
import { outlineLoaded } from "../workflows/freeze-loaded.ts";
import { findAndLoad, type LoadedWorkflow } from "../workflows/load-workflow.ts";
import { workflowParams } from "../workflows/workflow-params.ts";

export const show: Verb = {
  summary: "Show a workflow: its params, its steps and what each of them runs",
  arguments: [{ name: "ref", summary: "A workflow ref or a path", required: true, completes: "workflow" }],
  flags: [],
  example: "akm show workflows/hello",
  run: showWorkflow,
};

async function showWorkflow(call: Call): Promise<Answer> {
  const loaded = await findAndLoad(call.machine, argumentAt(call, 0));
  const outline = await outlineLoaded(call.machine, loaded);
  for (const problem of outline.problems) call.say.notice(`notice: ${problem}`);
  return {
    ending: { kind: "done" },
    result: {
      envelope: showEnvelope(loaded, outline),
      text: (style) => workflowText(headOf(loaded), outline, style, call.host.columns()),
    },
  };
}

function showEnvelope({ location, workflow }: LoadedWorkflow, outline: WorkflowOutline): JsonObject {
  return {
    ok: true,
    shape: "show",
    schemaVersion: RESULT_SCHEMA_VERSION,
    ref: location.ref,
    type: "workflow",
    path: location.path,
    title: workflow.title,
    description: workflow.description,
    params: workflowParams(outline),
    ...present({
      outputs:
        outline.outputs === undefined
          ? undefined
          : Object.fromEntries(outline.outputs.map(({ name, ...output }) => [name, present(output)])),
    }),
    preamble: workflow.preamble,
    steps: outline.steps.map(({ id, instructions, gate, orchestration }) => ({
      id,
      title: id,
      instructions,
      ...present({ gate: gate && present({ ...gate }) }),
      orchestration: JSON.parse(JSON.stringify(orchestration)) as Json,
    })),
  };
}

function headOf({ location, workflow: { title, description, preamble } }: LoadedWorkflow): WorkflowHead {
  return { title, ref: location.ref, description, preamble };
}
