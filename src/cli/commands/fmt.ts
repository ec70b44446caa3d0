import { dirname, resolve } from "node:path";
import { type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { Finding } from "../../source/index.ts";
import { type Call, switchOn } from "../call.ts";
import { counted } from "../render/words.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";
import {
  listBundleSources,
  type SourceType,
  sourceReaders,
  sourceTypesIn,
} from "../workflows/bundle-sources.ts";
import { troubleFinding } from "../workflows/trouble-finding.ts";

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
  /** `refused` is left as it is: it has errors, or cannot be read or written. */
  status: "formatted" | "unchanged" | "refused";
  findings: readonly Finding[];
}

async function format(call: Call): Promise<Answer> {
  const isCheck = switchOn(call, "check");
  const files = call.args.length === 0 ? await bundleFiles(call) : await namedFiles(call);
  const outcomes: FileOutcome[] = [];
  for (const file of files) outcomes.push(await formatFile(call, file, isCheck));
  const isWanting = outcomes.some(
    ({ status }) => status === "refused" || (isCheck && status === "formatted"),
  );
  return {
    ending: { kind: isWanting ? "found-wanting" : "done" },
    result: { envelope: envelopeOf(outcomes, isCheck), text: (style) => textOf(outcomes, isCheck, style) },
  };
}

interface SourceFile {
  /** As it is shown. */
  path: string;
  /** Unknown for a file that lies in no bundle. */
  type?: SourceType | undefined;
}

async function bundleFiles(call: Call): Promise<SourceFile[]> {
  const [bundle] = await (await call.machine.workspace()).bundles();
  if (bundle === undefined) {
    throw new AkmError("ASSET_NOT_FOUND", "There is no bundle to lay out.", {
      hint: "Make one with `akm init`, or name files.",
    });
  }
  return (await listBundleSources(call.machine, bundle)).filter(({ file }) => !file.endsWith(".yaml"));
}

/** Beside the bundles of this directory, that of the project each file lies in is asked for its kind. */
async function namedFiles({ args, machine }: Call): Promise<SourceFile[]> {
  const [{ bundleName, findProjectBundle }, workspace] = await Promise.all([
    machine.disk(),
    machine.workspace(),
  ]);
  const folders = new Set(args.map((path) => dirname(resolve(workspace.cwd, path))));
  const projects = new Set([...folders].flatMap((folder) => findProjectBundle(folder) ?? []));
  const typeOf = await sourceTypesIn(machine, [
    ...(await workspace.bundles()),
    ...[...projects].map((directory) => ({ name: bundleName(directory), directory })),
  ]);
  return args.map((path) => ({ path, type: typeOf(resolve(workspace.cwd, path)) }));
}

async function formatFile(call: Call, { path, type }: SourceFile, isCheck: boolean): Promise<FileOutcome> {
  const [{ readWorkflowFile, replaceFile }, { formatSource }, { cwd }, readers] = await Promise.all([
    call.machine.disk(),
    call.machine.source(),
    call.machine.workspace(),
    sourceReaders(call.machine),
  ]);
  const full = resolve(cwd, path);
  try {
    const { bytes } = readWorkflowFile(full);
    // Outside of bundles nothing but its content makes a file a task.
    const isTask = type === undefined ? readers.tasks(bytes, full).value !== undefined : type === "tasks";
    const read = readers[isTask ? "tasks" : "workflows"];
    const formatted = formatSource(bytes, (text) => read(text, full));
    if (formatted.kind === "refused") return refused(path, formatted.findings);
    if (formatted.kind === "formatted" && !isCheck) replaceFile(full, Buffer.from(formatted.text));
    return { path, status: formatted.kind, findings: [] };
  } catch (error) {
    return refused(path, [troubleFinding(error)]);
  }
}

function refused(path: string, findings: readonly Finding[]): FileOutcome {
  return { path, status: "refused", findings: findings.filter(({ severity }) => severity === "error") };
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
