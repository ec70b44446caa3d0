import { didYouMean } from "../../lib/did-you-mean.ts";
import type { Form } from "../forms/form.ts";
import { list } from "../forms/list.ts";
import { record, required } from "../forms/record.ts";
import { cronLine } from "../keys/schedule.ts";
import type { Report } from "../report.ts";
import type { Position } from "../workflow.ts";
import { describeNode, type YamlEntry, type YamlNode } from "../yaml/yaml-node.ts";

const TRIGGERS = ["schedule", "workflow_dispatch"] as const;

const schedule = list(
  record(
    { cron: required(cronLine, "When, as five cron fields.") },
    {
      what: "an entry of `schedule`",
      notes: { timezone: "times are those of the machine that starts the workflow" },
    },
  ),
  { min: 1 },
);

/** `on`: what may start the workflow. akm starts nothing by itself, so that nothing of it is kept but that it is well. */
export const triggers: Form<true> = {
  schema: {},
  read(node, name, report) {
    if (node.kind === "mapping") readMapping(node.entries, node.at, report);
    else if (node.kind === "sequence") readNames(node.items, node.at, report);
    else if (node.kind === "scalar" && node.value === null) reportNone(node.at, report);
    else if (node.kind === "scalar") readName(node, name, report);
    return true;
  },
};

function readMapping(entries: readonly YamlEntry[], at: Position, report: Report): void {
  if (entries.length === 0) reportNone(at, report);
  for (const { key, keyAt, value } of entries) {
    if (key === "schedule") schedule.read(value, key, report);
    else if (key === "workflow_dispatch") readDispatch(value, report);
    else reportEvent(key, keyAt, report);
  }
}

/** It may be empty; what is asked of whoever starts a workflow are params, and this format has none. */
function readDispatch(node: YamlNode, report: Report): void {
  if (node.kind === "refused" || (node.kind === "scalar" && node.value === null)) return;
  if (node.kind !== "mapping") {
    const message = `\`workflow_dispatch\` is empty, not ${describeNode(node)}`;
    report.error("wrong-type", node.at, message);
    return;
  }
  for (const { key, keyAt } of node.entries) {
    const message =
      key === "inputs"
        ? "`inputs` of `workflow_dispatch` are not taken: declare `params` in a Markdown workflow, and compose that"
        : `\`workflow_dispatch\` is empty; take \`${shortened(key)}\` out`;
    report.error("unsupported-trigger", keyAt, message);
  }
}

function readNames(items: readonly YamlNode[], at: Position, report: Report): void {
  if (items.length === 0) reportNone(at, report);
  for (const item of items) readName(item, "on", report);
}

function readName(node: YamlNode, name: string, report: Report): void {
  if (node.kind === "refused") return;
  if (node.kind !== "scalar" || typeof node.value !== "string") {
    report.error("wrong-type", node.at, `\`${name}\` names triggers, not ${describeNode(node)}`);
  } else if (node.value === "schedule") {
    const message = 'a schedule needs its times: write `on: { schedule: [{ cron: "0 6 * * *" }] }`';
    report.error("invalid-value", node.at, message);
  } else if (node.value !== "workflow_dispatch") reportEvent(node.value, node.at, report);
}

function reportNone(at: Position, report: Report): void {
  report.error("unsupported-trigger", at, "`on` names no trigger; write `on: workflow_dispatch`");
}

const CALLED = "a workflow is called by a step `uses: workflows/<name>` without being told; take it out";

const EVENT_NOTES: Readonly<Record<string, string>> = {
  workflow_call: CALLED,
  workflow_run: CALLED,
  repository_dispatch: "whatever would send it can run `akm workflow run`",
};

function reportEvent(event: string, at: Position, report: Report): void {
  report.error("unsupported-trigger", at, () => {
    const meant = didYouMean(event, TRIGGERS);
    if (meant !== undefined) return `\`${shortened(event)}\` is no trigger; did you mean \`${meant}\`?`;
    const note = Object.hasOwn(EVENT_NOTES, event) ? EVENT_NOTES[event] : undefined;
    const advice = note ?? "run the workflow from a git hook, a scheduler or by hand";
    return `\`${shortened(event)}\` starts nothing here, akm watches no service: ${advice}`;
  });
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
