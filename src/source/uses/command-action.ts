import { assetRefPattern, INSTRUCTIONS_BYTES_MAX } from "../../contract/index.ts";
import { located } from "../forms/form.ts";
import { optional, type RecordOf, record } from "../forms/record.ts";
import { text } from "../forms/text.ts";
import { replaceArguments } from "../replace-arguments.ts";
import type { Report } from "../report.ts";
import type { Located, Position, UsedAsset } from "../workflow.ts";
import type { YamlEntry } from "../yaml/yaml-node.ts";

const fields = {
  ref: optional(
    located(text({ pattern: { regex: assetRefPattern("commands"), rule: "must be commands/<name>" } })),
    "The command whose text is the instruction.",
  ),
  content: optional(located(text({ bytesMax: INSTRUCTIONS_BYTES_MAX })), "The instruction itself."),
  arguments: optional(located(text({ blank: "allowed" })), "What is put in place of $ARGUMENTS, once."),
};

const input = record(fields, { what: "`with` of `akm/command`" });

/** What `uses: akm/command` comes to: a text for an engine, or the command file that has it. */
export type CommandAction =
  | { kind: "instruction"; content: Located<string> }
  | { kind: "asset"; uses: UsedAsset };

/** Reads the `with` of an `akm/command` that stands at `at` (decision S10). */
export function readCommandAction(
  at: Position,
  withEntry: YamlEntry | undefined,
  report: Report,
): CommandAction | undefined {
  if (withEntry === undefined) {
    const message = "`akm/command` needs `with`: a command's `ref`, or the instruction as `content`";
    return report.error("missing-key", at, message);
  }
  const given = input.read(withEntry.value, "with", report);
  if (given === undefined) return undefined;
  const { ref, content } = given;
  if (ref !== undefined && content !== undefined) {
    const message = "`with` has a `ref` and a `content`, and `akm/command` takes one of them";
    return report.error("conflicting-keys", withEntry.keyAt, message);
  }
  if (content !== undefined) return readContent(content, given, report);
  if (ref !== undefined) return { kind: "asset", uses: usedCommand(at, ref.value, given) };
  if (hasKey(withEntry, "ref") || hasKey(withEntry, "content")) return undefined;
  const message = "`akm/command` needs a `ref` or a `content` under `with`";
  return report.error("missing-key", withEntry.keyAt, message);
}

type Given = RecordOf<typeof fields>;

function usedCommand(at: Position, ref: string, { arguments: words }: Given): UsedAsset {
  return { at, family: "commands", ref, ...(words === undefined ? {} : { arguments: words }) };
}

function readContent(
  { value, at }: Located<string>,
  { arguments: words }: Given,
  report: Report,
): CommandAction | undefined {
  if (words === undefined) return { kind: "instruction", content: { value, at } };
  const content = replaceArguments(value, words.value);
  if (content === value && !value.includes("$ARGUMENTS")) {
    report.warning("invalid-value", words.at, "`arguments` go nowhere: the content has no $ARGUMENTS");
  }
  const bytes = Buffer.byteLength(content);
  if (bytes <= INSTRUCTIONS_BYTES_MAX) return { kind: "instruction", content: { value: content, at } };
  const message = `the instruction has ${bytes} bytes with its arguments, at most ${INSTRUCTIONS_BYTES_MAX} are taken`;
  return report.error("out-of-bounds", words.at, message);
}

function hasKey({ value }: YamlEntry, key: string): boolean {
  return value.kind === "mapping" && value.entries.some((entry) => entry.key === key);
}
