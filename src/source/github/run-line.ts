import { EXEC_COMMAND_ENTRY_BYTES_MAX } from "../../contract/index.ts";
import { readText } from "../forms/text.ts";
import type { Report } from "../report.ts";
import type { ShellName } from "../shells.ts";
import type { Position } from "../workflow.ts";
import type { YamlNode } from "../yaml/yaml-node.ts";

/** What a word may not hold; operators of two characters are named whole. */
const OFFENDER = /&&|\|\||>>|<<|\$\(|[^A-Za-z0-9_./:=@%+, \t\r\n-]/gu;

/** What one shell alone expands of the characters that are left. */
const EXPANDED: Partial<Record<ShellName, RegExp>> = { cmd: /%/, zsh: /(?:^|[ \t])=/ };

const AS_SCRIPT =
  "put it into a script and say `uses: scripts/<name>.sh`, or write it as `exec: { command: [bash, -c, …] }` in a Markdown workflow";

const OFFENDERS_SHOWN_MAX = 8;

/** What joins commands that could as well be steps. */
const JOINTS: ReadonlySet<string> = new Set(["&&", ";"]);

/** A `run`: one line of plain words, in which no shell finds anything to expand (decision S9). */
export function readRunLine(node: YamlNode, shell: ShellName, report: Report): string | undefined {
  const text = readText(node, "run", report);
  if (text === undefined) return undefined;
  const line = text.trim();
  if (line === "") return report.error("invalid-value", node.at, "`run` is empty");
  const offenders = [...new Set(line.match(OFFENDER))];
  const lines = line.split("\n").filter((part) => part.trim() !== "").length;
  if (lines > 1 || offenders.length > 0) {
    return report.error("unsupported-run", placeOf(node, offenders[0]), explain(lines, offenders));
  }
  if (EXPANDED[shell]?.test(line) === true) {
    const sign = shell === "cmd" ? "%" : "a word that begins with =";
    return report.error(
      "unsupported-run",
      node.at,
      `\`run\` holds ${sign}, which ${shell} expands: ${AS_SCRIPT}`,
    );
  }
  const bytes = Buffer.byteLength(line);
  if (bytes <= EXEC_COMMAND_ENTRY_BYTES_MAX) return line;
  const message = `\`run\` has ${bytes} bytes, at most ${EXEC_COMMAND_ENTRY_BYTES_MAX} are taken; put it into a script`;
  return report.error("out-of-bounds", node.at, message);
}

/** Where escapes or folded lines could shift it, the start of the value is named instead. */
function placeOf(node: YamlNode, offender: string | undefined): Position {
  if (node.kind !== "scalar" || !node.plain || offender === undefined || node.source.includes("\n"))
    return node.at;
  return { line: node.at.line, column: node.at.column + Math.max(0, node.source.indexOf(offender)) };
}

function explain(lines: number, offenders: readonly string[]): string {
  const shown = offenders
    .slice(0, OFFENDERS_SHOWN_MAX)
    .map((text) => `\`${text === "`" ? "backtick" : text}\``);
  const more = offenders.length > OFFENDERS_SHOWN_MAX ? " and more" : "";
  const held = offenders.length === 0 ? "" : `holds ${shown.join(" ")}${more}`;
  const found = [lines > 1 ? `has ${lines} lines` : "", held].filter((part) => part !== "").join(" and ");
  return `\`run\` ${found}, but is one line of plain words (letters, digits and _ . / : = @ % + , -): ${advice(offenders)}`;
}

function advice(offenders: readonly string[]): string {
  if (offenders.every((text) => JOINTS.has(text))) return "make each command a step of its own";
  return AS_SCRIPT;
}
