import type { JsonObject } from "../../contract/index.ts";
import { formatDuration } from "../../lib/duration.ts";
import type { AssetFamily, Task } from "../../source/index.ts";
import { shellLine } from "../render/shell-line.ts";

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

/** What it runs, on one line: a command as it is typed, the ref of an asset, or what an engine is asked. */
export function targetText({ target }: Task): string {
  switch (target.kind) {
    case "exec":
      return shellLine(target.exec.command);
    case "instruction":
      return `asks an engine: ${target.content.value.trim()}`;
    case "asset":
      return target.uses.ref;
  }
}

/** As it is written in the file; empty where it states none. */
export function timeoutText({ timeout }: Task): string {
  if (timeout === undefined) return "";
  return timeout.value === "none" ? "none" : formatDuration(timeout.value);
}
