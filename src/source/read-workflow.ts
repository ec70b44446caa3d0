import type { FindingCode } from "./finding-codes.ts";
import type { ReadResult } from "./findings.ts";
import { readGithub } from "./github/read-github.ts";
import { readMarkdown } from "./read-markdown.ts";
import { Report } from "./report.ts";

/** Reads a workflow file in the format that its name's extension says. Never throws, whatever the bytes. */
export function readWorkflow(bytes: Uint8Array, fileName: string): ReadResult {
  if (fileName.endsWith(".md")) return readMarkdown(bytes);
  if (fileName.endsWith(".yml")) return readGithub(bytes);
  if (fileName.endsWith(".yaml")) {
    return refuse("unknown-extension", "a YAML workflow ends in .yml; rename the file");
  }
  return refuse("unknown-extension", "a workflow file ends in .md or .yml");
}

function refuse(code: FindingCode, message: string): ReadResult {
  const report = new Report();
  report.error(code, { line: 1, column: 1 }, message);
  return { findings: report.findings() };
}
