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

/** Checks every source file of these types in a bundle. Errors: `ASSET_NOT_FOUND` when it is no directory. */
export async function lintBundle(
  machine: Machine,
  directory: string,
  types: readonly LintedType[],
): Promise<{ findings: FileFinding[]; summary: LintSummary }> {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AkmError("ASSET_NOT_FOUND", `There is no directory ${directory}.`);
  }
  const [{ bundleName, listTasks, listWorkflows, readWorkflowFile }, { readTask, readWorkflow }] =
    await Promise.all([machine.disk(), machine.source()]);
  const bundle = { name: bundleName(directory), directory };
  const kinds = {
    workflows: { list: listWorkflows, read: readWorkflow },
    tasks: { list: listTasks, read: readTask },
  };
  const findings: FileFinding[] = [];
  let files = 0;
  for (const type of types) {
    const { list, read } = kinds[type];
    for (const entry of list(bundle)) {
      files += 1;
      findings.push(...findingsOf(entry, (path) => read(readWorkflowFile(path).bytes, path).findings));
    }
  }
  return { findings, summary: { files, flagged: findings.length, fixed: 0 } };
}

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
