import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { Finding } from "../../source/index.ts";
import { type Call, switchOn } from "../call.ts";
import { counted } from "../render/words.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";

export const fmt: Verb = {
  summary: "Lay workflow and task files out in one way; what they say stays the same",
  arguments: [
    {
      name: "paths",
      summary: "Files; all workflows and tasks of the first bundle unless told",
      required: false,
      repeats: true,
    },
  ],
  flags: [{ name: "check", summary: "Write nothing, and exit 1 when a file would change" }],
  example: "akm fmt --check",
  run: format,
};

interface FileOutcome {
  path: string;
  status: "formatted" | "unchanged" | "refused";
  findings: readonly Finding[];
}

async function format(call: Call): Promise<Answer> {
  const isCheck = switchOn(call, "check");
  const paths = call.args.length === 0 ? await bundleFiles(call) : call.args;
  const outcomes: FileOutcome[] = [];
  for (const path of paths) outcomes.push(await formatFile(call, path, isCheck));
  const isWanting = outcomes.some(
    ({ status }) => status === "refused" || (isCheck && status === "formatted"),
  );
  return {
    ending: { kind: isWanting ? "found-wanting" : "done" },
    result: { envelope: envelopeOf(outcomes, isCheck), text: (style) => textOf(outcomes, isCheck, style) },
  };
}

async function bundleFiles(call: Call): Promise<string[]> {
  const { listTasks, listWorkflows } = await call.machine.disk();
  const [bundle] = await (await call.machine.workspace()).bundles();
  if (bundle === undefined) {
    throw new AkmError("ASSET_NOT_FOUND", "There is no bundle to lay out.", {
      hint: "Make one with `akm init`, or name files.",
    });
  }
  const sources = [...listWorkflows(bundle), ...listTasks(bundle)];
  return sources.filter(({ file }) => !file.endsWith(".yaml")).map(({ path }) => path);
}

async function formatFile(call: Call, path: string, isCheck: boolean): Promise<FileOutcome> {
  const [{ readWorkflowFile, replaceFile }, { formatSource, readWorkflow, readTask }, { cwd }] =
    await Promise.all([call.machine.disk(), call.machine.source(), call.machine.workspace()]);
  const full = resolve(cwd, path);
  if (!existsSync(full)) throw new AkmError("ASSET_NOT_FOUND", `There is no file ${path}.`);
  const { bytes } = readWorkflowFile(full);
  const formatted = formatSource(bytes, (text) => {
    if (isTask(full)) {
      const { task, findings } = readTask(text, full);
      return { value: task, findings };
    }
    const { workflow, findings } = readWorkflow(text, full);
    return { value: workflow, findings };
  });
  if (formatted.kind === "formatted" && !isCheck) replaceFile(full, Buffer.from(formatted.text));
  return {
    path,
    status: formatted.kind,
    findings:
      formatted.kind === "refused" ? formatted.findings.filter(({ severity }) => severity === "error") : [],
  };
}

/** By the folder it lies in, as refs find it. */
function isTask(path: string): boolean {
  return /[\\/]tasks[\\/][^\\/]*(?:[\\/][^\\/]*)*\.yml$/.test(path);
}

function envelopeOf(outcomes: readonly FileOutcome[], isCheck: boolean): JsonObject {
  const count = (status: FileOutcome["status"]) =>
    outcomes.filter((outcome) => outcome.status === status).length;
  return {
    ok: true,
    shape: "fmt",
    schemaVersion: RESULT_SCHEMA_VERSION,
    check: isCheck,
    files: outcomes.map(({ path, status, findings }) => ({
      path,
      status,
      ...(findings.length === 0 ? {} : { findings: findings.map(({ fix: _, ...finding }) => finding) }),
    })),
    summary: { files: outcomes.length, formatted: count("formatted"), refused: count("refused") },
  };
}

function textOf(outcomes: readonly FileOutcome[], isCheck: boolean, style: Style): string {
  const lines = outcomes.flatMap(({ path, status, findings }) => {
    if (status === "unchanged") return [];
    if (status === "formatted") return [`${path}: ${isCheck ? style.yellow("would change") : "laid out"}`];
    return findings.map(
      ({ line, column, message }) => `${path}:${line}:${column}  ${style.red("left as it is")}  ${message}`,
    );
  });
  const changed = outcomes.filter(({ status }) => status === "formatted").length;
  const summary = `${counted(outcomes.length, "file")}, ${changed} ${isCheck ? "to be laid out" : "laid out"}`;
  return [...lines, summary].join("\n");
}
