import type { Report } from "../report.ts";
import { entryOf, type YamlNode } from "../yaml/yaml-node.ts";

/** Which of the two keys, of which there is one, says what a step or a task does. */
export function chooseRunOrUses(node: YamlNode, what: string, report: Report): "run" | "uses" | undefined {
  const [run, uses] = [entryOf(node, "run"), entryOf(node, "uses")];
  if (run !== undefined && uses !== undefined) {
    const second = uses.keyAt.line > run.keyAt.line ? uses : run;
    return report.error(
      "conflicting-keys",
      second.keyAt,
      `${what} has one of \`run\` and \`uses\`, not both`,
    );
  }
  if (run !== undefined) return "run";
  if (uses !== undefined) return "uses";
  const message = `${what} needs \`run\`, a command, or \`uses\`, what does its work`;
  return report.error("missing-key", node.at, message);
}

/** Reports a key that has no business beside the one that was chosen; `why` follows its name. */
export function refuseBeside(key: string, why: string, node: YamlNode, report: Report): void {
  const entry = entryOf(node, key);
  if (entry !== undefined) report.error("conflicting-keys", entry.keyAt, `\`${key}\` ${why}`);
}
