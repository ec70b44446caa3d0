import { type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { clipText } from "../../lib/clip-text.ts";
import type { Call } from "../call.ts";
import { fitRows, renderTable } from "../render/table.ts";
import { shortValue } from "../render/words.ts";
import type { Style } from "../style.ts";
import { findTask, type TaskAsset, taskId } from "../tasks/find-task.ts";
import { describeTarget, targetText, timeoutText } from "../tasks/task-target.ts";
import type { Answer, Verb } from "../verb.ts";

const RUNS_CHARS_MIN = 30;
const NAME_CHARS_MIN = 12;

export const taskList: Verb = {
  summary: "List the tasks of all bundles and what each runs",
  arguments: [],
  flags: [],
  example: "akm task list",
  run: list,
};

async function list(call: Call): Promise<Answer> {
  const { listTasks } = await call.machine.disk();
  const bundles = await (await call.machine.workspace()).bundles();
  const tasks: TaskAsset[] = [];
  for (const { ref, file } of bundles.flatMap(listTasks)) {
    if (file.endsWith(".yaml")) continue;
    const task = await readable(call, ref);
    if (task !== undefined) tasks.push(task);
  }
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "task-list",
        schemaVersion: RESULT_SCHEMA_VERSION,
        tasks: tasks.map(taskView),
      },
      text: (style) =>
        tasks.length === 0
          ? "There are no tasks. A task is a file tasks/<id>.yml of a bundle."
          : listText(tasks, style, call.host.columns()),
    },
  };
}

const HEADINGS = ["TASK", "NAME", "TIMEOUT", "RUNS"];

/** What is too long for the line is cut: what runs first, then names. */
function listText(tasks: readonly TaskAsset[], style: Style, columns: number): string {
  const rows = tasks.map((asset) => {
    const { task } = asset;
    return [taskId(asset), task.name ?? "", timeoutText(task), shortValue(targetText(task), columns)];
  });
  const cuts = [
    { column: 3, min: RUNS_CHARS_MIN, clip: clipText },
    { column: 1, min: NAME_CHARS_MIN, clip: clipText },
  ];
  return renderTable(HEADINGS, fitRows(HEADINGS, rows, columns, cuts), style);
}

/** One broken file must not hide the others. */
async function readable(call: Call, ref: string): Promise<TaskAsset | undefined> {
  try {
    return await findTask(call.machine, ref);
  } catch (error) {
    if (!(error instanceof AkmError)) throw error;
    call.say.warning(`${ref} is left out: ${error.message}`);
    return undefined;
  }
}

function taskView(asset: TaskAsset): JsonObject {
  const { ref, task } = asset;
  return { id: taskId(asset), ref, name: task.name ?? taskId(asset), target: describeTarget(task) };
}
