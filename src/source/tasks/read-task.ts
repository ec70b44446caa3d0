import { checkLiterals } from "../checks/check-env-literals.ts";
import { decodeSource } from "../decode-source.ts";
import type { Finding } from "../findings.ts";
import { flag } from "../forms/flag.ts";
import { type Form, located } from "../forms/form.ts";
import { list } from "../forms/list.ts";
import { optional, type RecordOf, record, required } from "../forms/record.ts";
import { schema } from "../forms/schema.ts";
import { text } from "../forms/text.ts";
import { literalEnv } from "../keys/env.ts";
import { cronLine } from "../keys/schedule.ts";
import { timeout } from "../keys/timeout.ts";
import { indexLines } from "../line-index.ts";
import { readWithReport } from "../read-with-report.ts";
import type { Report } from "../report.ts";
import type { Task, TaskTarget } from "../workflow.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { describeNode, entryOf, type YamlNode } from "../yaml/yaml-node.ts";
import { inputs } from "./inputs.ts";
import { readTarget, targetFields } from "./target.ts";

/** What reading a task file comes to: the task is there when no finding is an error. */
export interface TaskReadResult {
  task?: Task;
  findings: Finding[];
}

const TASK_VERSION = 4;

const version: Form<typeof TASK_VERSION> = {
  schema: { type: "integer", enum: [TASK_VERSION] },
  read(node, name, report) {
    if (node.kind === "scalar" && node.value === TASK_VERSION) return TASK_VERSION;
    if (node.kind === "refused") return undefined;
    const message = `\`${name}\` must be ${TASK_VERSION}, not ${describeNode(node)}`;
    return report.error("wrong-type", node.at, message);
  },
};

const cronLines: Form<string[]> = {
  schema: { anyOf: [cronLine.schema, { type: "array", items: cronLine.schema, minItems: 1 }] },
  read(node, name, report) {
    if (node.kind === "sequence") return list(cronLine, { min: 1 }).read(node, name, report);
    const line = cronLine.read(node, name, report);
    return line === undefined ? undefined : [line];
  },
};

/** Whether, or which, values are hidden: akm always hides all that it knows to be secret, so nothing follows from it. */
const redact: Form<true> = {
  schema: { anyOf: [flag.schema, { type: "array", items: { type: "string" } }] },
  read(node, name, report) {
    const form = node.kind === "sequence" ? list(text()) : flag;
    return form.read(node, name, report) === undefined ? undefined : true;
  },
};

const fields = {
  version: required(version, "The version of the format: 4."),
  name: optional(text(), "What the task is called, for people."),
  description: optional(text(), "What the task does, one sentence."),
  ...targetFields,
  inputs: optional(inputs, "What the task is given: a schema for each name."),
  output: optional(located(schema), "What a command answers."),
  env: optional(literalEnv, "Literal environment variables."),
  timeout: optional(located(timeout), "How long it may take: 90s, 10m, or none."),
  schedule: optional(cronLines, "When it is due, for whatever starts it."),
  redact: optional(redact, "Without effect: what is known to be secret is always hidden."),
};

const document = record(fields, {
  what: "a task",
  notes: {
    id: "a task is called by its file's name",
    params: "a task takes `inputs`",
    args: "arguments of `akm/command` stand under `with`",
    command: "a command is `run`, or `uses: commands/<name>`",
    prompt: "an instruction is `uses: akm/command` with its `content` under `with`",
    steps: "a task does one thing; a workflow has steps",
    cron: "times stand under `schedule`",
    cwd: "a task works in the directory of whatever runs it",
    "working-directory": "a task works in the directory of whatever runs it",
    engine: "a command file names an engine",
    model: "a command file names a model",
    retry: "a Markdown workflow's unit has it",
  },
});

/**
 * Reads a task file, `tasks/<id>.yml`. One of another version than 4 is refused with that alone, by the code
 * `unsupported-task-version`. Never throws, whatever the bytes.
 */
export function readTask(bytes: Uint8Array, fileName: string): TaskReadResult {
  const { value, findings } = readWithReport((report) => readDocument(bytes, fileName, report));
  return value === undefined ? { findings } : { task: value, findings };
}

function readDocument(bytes: Uint8Array, fileName: string, report: Report): Task | undefined {
  if (!fileName.endsWith(".yml"))
    return report.error("unknown-extension", { line: 1, column: 1 }, "a task file ends in .yml; rename it");
  const source = decodeSource(bytes, report);
  const root = source === undefined ? undefined : readYaml(source, indexLines(source), report);
  if (root === undefined || isOtherVersion(root, report)) return undefined;
  const keys = document.readPartly(root, "the task", report);
  if (keys === undefined || root.kind !== "mapping") return undefined;
  const target = readTarget(keys, root, report);
  refuseOutput(target, root, report);
  checkLiterals(keys.env ?? [], report);
  return target && assemble(keys, target);
}

/** Another version has other keys, so that nothing else that could be said would be true. */
function isOtherVersion(root: YamlNode, report: Report): boolean {
  const stated = entryOf(root, "version")?.value;
  if (stated?.kind !== "scalar" || typeof stated.value === "string" || stated.value === null) return false;
  if (stated.value === TASK_VERSION || typeof stated.value === "boolean") return false;
  const message = `this akm reads tasks of version ${TASK_VERSION}, and this is one of version ${stated.source.slice(0, 40)}`;
  report.error("unsupported-task-version", stated.at, message);
  return true;
}

function refuseOutput(target: TaskTarget | undefined, root: YamlNode, report: Report): void {
  const entry = entryOf(root, "output");
  if (entry === undefined || target === undefined || isCommand(target)) return;
  const message = "`output` describes what an engine answers; only commands and `akm/command` have it";
  report.error("conflicting-keys", entry.keyAt, message);
}

function isCommand(target: TaskTarget): boolean {
  return target.kind === "instruction" || (target.kind === "asset" && target.uses.family === "commands");
}

function assemble(keys: Partial<RecordOf<typeof fields>>, target: TaskTarget): Task {
  const { name, description, output, timeout: limit } = keys;
  return {
    version: TASK_VERSION,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    target,
    inputs: keys.inputs ?? [],
    ...(output === undefined ? {} : { output }),
    env: keys.env ?? [],
    ...(limit === undefined ? {} : { timeout: limit }),
    schedule: keys.schedule ?? [],
  };
}
