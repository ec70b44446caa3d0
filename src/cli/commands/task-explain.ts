import { type Json, type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { clipText } from "../../lib/clip-text.ts";
import { findCredentialLike } from "../../lib/index.ts";
import type { Task } from "../../source/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { fitRows, renderTable } from "../render/table.ts";
import { shortValue } from "../render/words.ts";
import { definitionList } from "../render/wrap-text.ts";
import type { Style } from "../style.ts";
import { findTask, type TaskAsset, taskId } from "../tasks/find-task.ts";
import { resolveGivenInputs } from "../tasks/task-inputs.ts";
import { describeTarget, targetText, timeoutText } from "../tasks/task-target.ts";
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
  const supplied = suppliedInputs(asset, resolveGivenInputs(call, asset.task), call.params);
  return {
    ending: { kind: "done" },
    result: {
      envelope: explainEnvelope(asset, supplied),
      text: (style) => explainText(asset, supplied, style, call.host.columns()),
    },
  };
}

function explainText(
  asset: TaskAsset,
  supplied: readonly SuppliedInput[],
  style: Style,
  columns: number,
): string {
  const { task } = asset;
  const told = [
    { name: "runs", text: targetText(task), oneLine: true as const },
    ...taskSettings(task).map(([name, text]) => ({ name, text })),
  ];
  const head = [
    style.bold(task.name ?? taskId(asset)),
    `  ${asset.ref}`,
    ...definitionList(told, columns, style.dim),
  ];
  const inputs = inputTable(asset, supplied, style, columns);
  return [head.join("\n"), ...(inputs === "" ? [] : [inputs])].join("\n\n");
}

function taskSettings(task: Task): [string, string][] {
  const { description, env, schedule } = task;
  const settings: [string, string | undefined][] = [
    ["for", description],
    ["env", env.map((binding) => (binding.kind === "group" ? binding.ref : binding.name)).join(", ")],
    ["timeout", timeoutText(task)],
    ["schedule", schedule.join("; ")],
  ];
  return settings.filter((setting): setting is [string, string] => (setting[1] ?? "") !== "");
}

const INPUT_HEADINGS = ["INPUT", "VALUE", "FROM"];
const VALUE_CHARS_MIN = 10;

/** The declared inputs; one that is required and was not given has no value. */
function inputTable(
  { task }: TaskAsset,
  supplied: readonly SuppliedInput[],
  style: Style,
  columns: number,
): string {
  const rows = task.inputs.map(({ name, required }) => {
    const given = supplied.find((input) => input.name === name);
    if (given !== undefined) return [name, shortValue(JSON.stringify(given.value)), given.provenance];
    return [name, "", required ? "missing: it is required" : "left out"];
  });
  const cut = { column: 1, min: VALUE_CHARS_MIN, clip: clipText };
  return rows.length === 0
    ? ""
    : renderTable(INPUT_HEADINGS, fitRows(INPUT_HEADINGS, rows, columns, [cut]), style);
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
