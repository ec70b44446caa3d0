import { EXEC_COMMAND_ENTRY_BYTES_MAX } from "../../contract/index.ts";
import { anyNode, type Form, located, transform } from "../forms/form.ts";
import { optional } from "../forms/record.ts";
import { text } from "../forms/text.ts";
import { shell } from "../keys/shell.ts";
import type { Report } from "../report.ts";
import { SHELL_DEFAULT, type ShellName, shellCommand } from "../shells.ts";
import { readCommandAction } from "../uses/command-action.ts";
import { chooseRunOrUses, refuseBeside } from "../uses/run-or-uses.ts";
import { type UsesTarget, usesTarget } from "../uses/target.ts";
import type { Located, TaskTarget } from "../workflow.ts";
import { entryOf, type YamlNode } from "../yaml/yaml-node.ts";

/** Any text: it is a shell that reads it. */
const script: Form<string> = transform(
  text({ bytesMax: EXEC_COMMAND_ENTRY_BYTES_MAX }),
  (value, node, name, report) =>
    value.includes("\u0000")
      ? report.error("invalid-text", node.at, `\`${name}\` holds a NUL character`)
      : value,
);

/** The keys that say what a task does. */
export const targetFields = {
  run: optional(located(script), "What the shell runs."),
  shell: optional(shell, "The shell that `run` is given to."),
  uses: optional(usesTarget, "The asset, or `akm/command`, that does the work."),
  with: optional(anyNode, "What `akm/command` is given."),
};

interface TargetKeys {
  run?: Located<string>;
  shell?: ShellName;
  uses?: UsesTarget;
}

/** A task's one target; undefined, after the findings, when its keys name none. */
export function readTarget(keys: TargetKeys, node: YamlNode, report: Report): TaskTarget | undefined {
  const chosen = chooseRunOrUses(node, "a task", report);
  if (chosen === "run") {
    refuseBeside(
      "with",
      "belongs to `uses`; a `run` is given the task's `inputs` as AKM_TASK_INPUTS",
      node,
      report,
    );
    return keys.run && runTarget(keys.run, keys.shell ?? SHELL_DEFAULT);
  }
  if (chosen === "uses") {
    refuseBeside("shell", "belongs to `run`", node, report);
    return keys.uses && usedTarget(keys.uses, node, report);
  }
  return undefined;
}

function runTarget({ at, value }: Located<string>, shellName: ShellName): TaskTarget {
  return { kind: "exec", exec: { at, command: shellCommand(shellName, value), passEnv: [] } };
}

function usedTarget(target: UsesTarget, node: YamlNode, report: Report): TaskTarget | undefined {
  if (target.kind === "action") return readCommandAction(target.at, entryOf(node, "with"), report);
  refuseBeside(
    "with",
    "belongs to `akm/command`; an asset is given the task's `inputs` by their names",
    node,
    report,
  );
  const { at, family, ref } = target;
  if (family !== "tasks") return { kind: "asset", uses: { at, family, ref } };
  const message = `a task does not use another task, as \`${ref}\` is; name what that one uses`;
  return report.error("unsupported-uses-target", at, message);
}
