import type { JsonObject } from "../contract/index.ts";
import { AkmError, type Problem } from "../errors/index.ts";
import { codeOf } from "./exit.ts";
import type { OutputFormat } from "./format.ts";
import type { Host } from "./host.ts";
import { stderrStyle } from "./style.ts";

/**
 * Writes a thrown error: the last thing on stderr, one JSON object or two short lines, and in `jsonl` the last line of
 * stdout too (decision C2). A stack only with `AKM_DEBUG=1`.
 */
export function reportError(error: unknown, format: OutputFormat, host: Host, noColor: boolean): void {
  if (host.env.AKM_DEBUG === "1" && error instanceof Error) host.stderr.write(`${stackOf(error)}\n`);
  const described = describeError(error);
  if (format === "text") {
    host.stderr.write(errorLines(described, stderrStyle(host.stderr, host.env, noColor).red("error:")));
    return;
  }
  const line = `${JSON.stringify(errorObject(described))}\n`;
  host.stderr.write(line);
  if (format === "jsonl") host.stdout.write(line);
}

interface DescribedError {
  message: string;
  code: string;
  hint: string | undefined;
  problems: readonly Problem[];
}

function describeError(error: unknown): DescribedError {
  if (error instanceof AkmError) {
    return { message: error.message, code: error.code, hint: error.hint, problems: error.problems };
  }
  const code = codeOf(error);
  if (code === "SYSTEM_LIMIT") {
    const message = "This process may open no more files.";
    return { message, code, hint: "Raise the limit (`ulimit -n`), or lower the run's width.", problems: [] };
  }
  return {
    message: `akm met a defect of its own: ${error instanceof Error ? error.message : String(error)}`,
    code,
    hint: "Run it again with AKM_DEBUG=1 and report what that shows.",
    problems: [],
  };
}

function errorObject({ message, code, hint, problems }: DescribedError): JsonObject {
  return {
    ok: false,
    error: message,
    code,
    ...(hint === undefined ? {} : { hint }),
    ...(problems.length === 0 ? {} : { problems: problems.map((problem) => ({ ...problem })) }),
  };
}

function errorLines({ message, code, hint, problems }: DescribedError, label: string): string {
  const lines = [
    ...(problems.length < 2 ? [] : problems.map((problem) => `  ${placeOf(problem)}${problem.message}`)),
    `${label} ${message} (${code})`,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function placeOf({ file, line, column }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return place === "" ? "" : `${place}  `;
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
