import { type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { Workflow } from "../../source/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { Invocation } from "../runs/invocation.ts";
import { startLoaded } from "../runs/start-run.ts";
import { warnOfCredentials } from "../runs/warn-of-credentials.ts";
import { findTask, type TaskAsset, taskId } from "../tasks/find-task.ts";
import { resolveTaskInputs } from "../tasks/task-inputs.ts";
import { describeTarget } from "../tasks/task-target.ts";
import type { Answer, Verb } from "../verb.ts";
import type { LoadedWorkflow } from "../workflows/load-workflow.ts";

export const taskRun: Verb = {
  summary: "Run one task, journaled like any run",
  arguments: [{ name: "id", summary: "A task", required: true, completes: "task" }],
  flags: [],
  takesParams: true,
  example: "akm task run deploy --channel beta",
  run: runTask,
};

/** A task runs as a workflow of one step: what is journaled, resumed and shown of it is what any run has. */
async function runTask(call: Call): Promise<Answer> {
  const asset = await findTask(call.machine, argumentAt(call, 0));
  const inputs = resolveTaskInputs(call, asset.task);
  warnOfCredentials(call, inputs, "input");
  const loaded = workflowOf(asset, inputs);
  return await Invocation.during(call, ALWAYS_NEW, async (invocation) => {
    const answer = await startLoaded(invocation, loaded, async () => ({}));
    return {
      ...answer,
      ...(answer.result && {
        result: { ...answer.result, envelope: taskEnvelope(asset, answer.result.envelope) },
      }),
    };
  });
}

const ALWAYS_NEW = {
  maxSteps: undefined,
  maxRetries: undefined,
  timeoutMs: undefined,
  startNew: true,
  skipIfLocked: false,
  takeOver: false,
  paramsFile: undefined,
};

const STEP_ID = "task";

function workflowOf(asset: TaskAsset, inputs: JsonObject): LoadedWorkflow {
  const { ref, path, displayPath, sha256, task } = asset;
  const at = { line: 1, column: 1 };
  const bindings = Object.entries(inputs).map(([name, value]) => ({
    kind: "literal" as const,
    name,
    at,
    value,
  }));
  const title = task.name ?? taskId(asset);
  const workflow: Workflow = {
    sourceIrVersion: 1,
    format: "github-yaml",
    title,
    description: task.description ?? title,
    preamble: "",
    params: [],
    defaults: {},
    outputs: [],
    budget: {},
    steps: [
      {
        kind: "unit",
        id: STEP_ID,
        at,
        instructions: "",
        inputs: [],
        unit: {
          at,
          env: [],
          uses: {
            at,
            family: "tasks",
            ref,
            ...(task.inputs.length === 0 ? {} : { with: { at, value: bindings } }),
          },
        },
      },
    ],
  };
  return { location: { ref, path, displayPath }, sourceHash: sha256, workflow, warnings: [] };
}

function taskEnvelope(asset: TaskAsset, envelope: JsonObject): JsonObject {
  const run = envelope.run as JsonObject;
  const [step] = (envelope.workflow as JsonObject).steps as JsonObject[];
  const { status, id: runId } = run;
  return {
    ok: envelope.ok ?? false,
    shape: "task-run",
    schemaVersion: RESULT_SCHEMA_VERSION,
    result: {
      id: taskId(asset),
      status: status ?? null,
      target: describeTarget(asset.task),
      detail: {
        runId: runId ?? null,
        ...(status === "completed"
          ? { output: (step?.evidence as JsonObject | undefined)?.output ?? null }
          : {}),
        ...(status === "completed" && asset.task.target.kind === "exec" ? { exitCode: 0 } : {}),
        ...(status === "failed" || status === "blocked" ? { error: step?.notes ?? null } : {}),
      },
    },
    warnings: envelope.warnings ?? [],
  };
}
