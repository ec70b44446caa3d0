import { statSync } from "node:fs";
import type { Machine } from "../../compose.ts";
import { AkmError } from "../../errors/index.ts";
import type { Finding } from "../../source/index.ts";
import type { SourceEntry } from "../../workspace/index.ts";

export interface FileFinding extends Omit<Finding, "fix"> {
  /** Relative to the bundle. */
  file: string;
}

export interface LintSummary {
  files: number;
  flagged: number;
  fixed: number;
}

export const LINTED_TYPES = ["workflows", "tasks"] as const;
export type LintedType = (typeof LINTED_TYPES)[number];

/**
 * Checks every source file of these types in a bundle; with `fix`, mends first what can be mended without a doubt. Errors:
 * `ASSET_NOT_FOUND` when it is no directory, `FILE_UNWRITABLE`.
 */
export async function lintBundle(
  machine: Machine,
  directory: string,
  types: readonly LintedType[],
  { fix }: { fix: boolean },
): Promise<{ findings: FileFinding[]; summary: LintSummary }> {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AkmError("ASSET_NOT_FOUND", `There is no directory ${directory}.`);
  }
  const [disk, { applyFixes, readTask, readWorkflow }] = await Promise.all([
    machine.disk(),
    machine.source(),
  ]);
  const { bundleName, listTasks, listWorkflows, readWorkflowFile, replaceFile } = disk;
  const bundle = { name: bundleName(directory), directory };
  const kinds = {
    workflows: { list: listWorkflows, read: readWorkflow },
    tasks: { list: listTasks, read: readTask },
  };
  const findings: FileFinding[] = [];
  let files = 0;
  let fixed = 0;
  const lintFile = (path: string, read: Read): Finding[] => {
    const { bytes } = readWorkflowFile(path);
    const { findings: found } = read(bytes, path);
    const mended = fix
      ? applyFixes(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), found)
      : undefined;
    if (mended === undefined || mended.fixed === 0) return found;
    const text = Buffer.from(mended.text);
    replaceFile(path, text);
    fixed += mended.fixed;
    return read(text, path).findings;
  };
  for (const type of types) {
    const { list, read } = kinds[type];
    for (const entry of list(bundle)) {
      files += 1;
      findings.push(...findingsOf(entry, (path) => lintFile(path, read)));
    }
  }
  return { findings, summary: { files, flagged: findings.length, fixed } };
}

type Read = (bytes: Uint8Array, path: string) => { findings: Finding[] };

function findingsOf({ path, file }: SourceEntry, read: (path: string) => Finding[]): FileFinding[] {
  if (file.endsWith(".yaml")) return [yamlFinding(file)];
  try {
    return read(path).map((finding) => withFile(file, finding));
  } catch (error) {
    if (error instanceof AkmError && error.code === "ASSET_NOT_FOUND")
      return [withFile(file, unreadable(error))];
    throw error;
  }
}

function withFile(file: string, { line, column, severity, code, message, fixable }: Finding): FileFinding {
  return { file, line, column, severity, code, message, fixable };
}

function unreadable({ message }: AkmError): Finding {
  return { line: 1, column: 1, severity: "error", code: "unreadable", message, fixable: false };
}

function yamlFinding(file: string): FileFinding {
  const message = `The extension is .yml, not .yaml: rename it to ${file.replace(/\.yaml$/, ".yml")}.`;
  return { file, line: 1, column: 1, severity: "error", code: "extension", message, fixable: false };
}
