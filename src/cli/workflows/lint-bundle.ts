import { statSync } from "node:fs";
import type { Machine } from "../../compose.ts";
import { AkmError } from "../../errors/index.ts";
import type { Finding } from "../../source/index.ts";

export interface FileFinding extends Finding {
  /** Relative to the bundle. */
  file: string;
}

export interface LintSummary {
  files: number;
  flagged: number;
  fixed: number;
}

/** Checks every workflow below a directory's `workflows/`. Errors: `ASSET_NOT_FOUND` when it is no directory. */
export async function lintBundle(
  machine: Machine,
  directory: string,
): Promise<{ findings: FileFinding[]; summary: LintSummary }> {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AkmError("ASSET_NOT_FOUND", `There is no directory ${directory}.`);
  }
  const [{ bundleName, listWorkflows, readWorkflowFile }, { readWorkflow }] = await Promise.all([
    machine.disk(),
    machine.source(),
  ]);
  const entries = listWorkflows({ name: bundleName(directory), directory });
  const findings: FileFinding[] = [];
  const findingsOf = (path: string): Finding[] => {
    try {
      return readWorkflow(readWorkflowFile(path).bytes, path).findings;
    } catch (error) {
      if (error instanceof AkmError && error.code === "ASSET_NOT_FOUND") return [unreadable(error)];
      throw error;
    }
  };
  for (const { path, file } of entries) {
    if (file.endsWith(".yaml")) {
      findings.push(yamlFinding(file));
      continue;
    }
    findings.push(...findingsOf(path).map((finding) => withFile(file, finding)));
  }
  return { findings, summary: { files: entries.length, flagged: findings.length, fixed: 0 } };
}

function withFile(file: string, { line, column, severity, code, message, fixable }: Finding): FileFinding {
  return { file, line, column, severity, code, message, fixable };
}

function unreadable({ message }: AkmError): Finding {
  return { line: 1, column: 1, severity: "error", code: "unreadable", message, fixable: false };
}

function yamlFinding(file: string): FileFinding {
  const message = `A workflow's extension is .yml, not .yaml: rename it to ${file.replace(/\.yaml$/, ".yml")}.`;
  return { file, line: 1, column: 1, severity: "error", code: "extension", message, fixable: false };
}
