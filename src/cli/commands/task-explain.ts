import { type Json, type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { findCredentialLike } from "../../lib/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { renderTable } from "../render/table.ts";
import { findTask, type TaskAsset, taskId } from "../tasks/find-task.ts";
import { resolveTaskInputs } from "../tasks/task-inputs.ts";
import { describeTarget, targetText } from "../tasks/task-target.ts";
import type { Answer, Verb } from "../verb.ts";

export const taskExplain: Verb = {
  summary: "Show what a task would run and with which inputs; nothing is run",
  arguments: [{ name: "id", summary: "A task", required: true, completes: "task" }],
  flags: [],
  takesParams: true,
  example: "akm task explain deploy --channel beta",
  run: explain,
};

interface SuppliedInput {
  name: string;
  value: Json;
  provenance: "default" | "flag";
}

async function explain(call: Call): Promise<Answer> {
  const asset = await findTask(call.machine, argumentAt(call, 0));
  const supplied = suppliedInputs(asset, resolveTaskInputs(call, asset.task), call.params);
  return {
    ending: { kind: "done" },
    result: {
      envelope: explainEnvelope(asset, supplied),
      text: (style) =>
        [
          `${style.bold(asset.task.name ?? taskId(asset))}\n  ${asset.ref}\n  runs ${targetText(asset.task)}`,
          ...(supplied.length === 0
            ? []
            : [
                renderTable(
                  ["INPUT", "VALUE", "FROM"],
                  supplied.map(({ name, value, provenance }) => [name, JSON.stringify(value), provenance]),
                  style,
                ),
              ]),
        ].join("\n\n"),
    },
  };
}

/** Values that look like secrets are not shown. */
function suppliedInputs({ task }: TaskAsset, values: JsonObject, words: readonly string[]): SuppliedInput[] {
  const given = new Set(words.map((word) => /^--([^=]+)/.exec(word)?.[1]));
  return task.inputs.flatMap(({ name }) => {
    const value = values[name];
    if (value === undefined) return [];
    const isSecret = findCredentialLike({ [name]: value }).length > 0;
    const provenance = given.has(name) ? "flag" : "default";
    return [{ name, value: isSecret ? "<redacted>" : value, provenance }];
  });
}

function explainEnvelope(asset: TaskAsset, supplied: readonly SuppliedInput[]): JsonObject {
  const { task, path } = asset;
  return {
    ok: true,
    shape: "task-explain",
    schemaVersion: RESULT_SCHEMA_VERSION,
    id: taskId(asset),
    sourcePath: path,
    sourceVersion: task.version,
    inputDeclarations: Object.fromEntries(
      task.inputs.map(({ name, schema, default: fallback, required }) => [
        name,
        {
          ...schema,
          ...(fallback === undefined ? {} : { default: fallback }),
          ...(required ? { required } : {}),
        },
      ]),
    ),
    suppliedInputs: Object.fromEntries(
      supplied.map(({ name, value, provenance }) => [name, { value, provenance }]),
    ),
    target: describeTarget(task),
    schedule: task.schedule,
  };
}
