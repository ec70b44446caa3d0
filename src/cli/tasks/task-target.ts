import type { JsonObject } from "../../contract/index.ts";
import type { AssetFamily, Task } from "../../source/index.ts";

const KIND_OF: Readonly<Record<AssetFamily, string>> = {
  commands: "command",
  scripts: "script",
  workflows: "workflow",
  tasks: "task",
};

/** What a task hands its work to, as results tell it. */
export function describeTarget({ target }: Task): JsonObject {
  switch (target.kind) {
    case "exec":
      return { kind: "shell" };
    case "instruction":
      return { kind: "command" };
    case "asset":
      return { kind: KIND_OF[target.uses.family], ref: target.uses.ref };
  }
}

export function targetText(task: Task): string {
  const { kind, ref } = describeTarget(task);
  return typeof ref === "string" ? ref : String(kind);
}
