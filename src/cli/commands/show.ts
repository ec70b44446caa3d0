import { type Json, type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { OutlinedStep, WorkflowOutline } from "../../plan/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { present } from "../envelopes/present.ts";
import { indented } from "../render/words.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";
import { outlineLoaded } from "../workflows/freeze-loaded.ts";
import { findAndLoad, type LoadedWorkflow } from "../workflows/load-workflow.ts";
import { workflowParams } from "../workflows/workflow-params.ts";

/** The preamble's own title, which is shown above it anyway. */
const TITLE_LINE = /^# .*\s*/;

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
      text: (style) => showText(loaded, outline, style),
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

function showText({ location, workflow }: LoadedWorkflow, outline: WorkflowOutline, style: Style): string {
  const params = outline.params.map(
    ({ name, schema, default: fallback }) =>
      `  --${name}  ${JSON.stringify(schema)}${fallback === undefined ? "" : ` = ${JSON.stringify(fallback)}`}`,
  );
  const prose = workflow.preamble.trim().replace(TITLE_LINE, "");
  return [
    `${style.bold(workflow.title)}\n  ${location.ref}\n  ${workflow.description}`,
    ...(prose === "" ? [] : [indented(prose)]),
    ...(params.length === 0 ? [] : [[style.bold("Params"), ...params].join("\n")]),
    ...outline.steps.map((step) => stepText(step, style)),
  ].join("\n\n");
}

function stepText({ id, kind, orchestration, instructions }: OutlinedStep, style: Style): string {
  const lines = Object.entries(orchestration).map(
    ([key, value]) => `    ${style.dim(key)}  ${JSON.stringify(value)}`,
  );
  const trimmed = instructions.trim();
  return [`  ${style.bold(id)}  ${kind}`, ...lines, ...(trimmed === "" ? [] : [indented(trimmed)])].join(
    "\n",
  );
}
