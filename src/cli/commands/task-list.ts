import { type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { Call } from "../call.ts";
import { renderTable } from "../render/table.ts";
import { findTask, type TaskAsset, taskId } from "../tasks/find-task.ts";
import { describeTarget, targetText } from "../tasks/task-target.ts";
import type { Answer, Verb } from "../verb.ts";

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
          : renderTable(
              ["TASK", "NAME", "RUNS"],
              tasks.map((asset) => [taskId(asset), asset.task.name ?? "", targetText(asset.task)]),
              style,
            ),
    },
  };
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
