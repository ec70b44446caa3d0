import { AkmError, type ErrorCode } from "../../errors/index.ts";
import { sentence } from "../../lib/sentence.ts";
import type { Finding, FindingCode } from "../../source/index.ts";

/** The kinds of files that are read into a plan. */
export type SourceKind = "workflows" | "tasks" | "commands";

interface Refusal {
  code: ErrorCode;
  hint: string;
}

const CORRECT_IT = "Correct the file; `akm lint` checks it again.";

/** Findings that make the whole refusal one of another kind, the first that is there deciding. */
const SPECIAL: Readonly<Partial<Record<FindingCode, Refusal>>> = {
  "multi-job-unsupported": {
    code: "COMPOSITION_INVALID",
    hint: "Make a workflow of each job, and compose them with steps that use workflows/<name>.",
  },
  "unsupported-task-version": {
    code: "TASK_SCHEMA_VERSION_UNSUPPORTED",
    hint: "Write it as version 4: `version: 4`, one of `run` and `uses`, and `inputs` as JSON Schemas.",
  },
  "invalid-binding": { code: "INPUT_BINDING_INVALID", hint: CORRECT_IT },
};

const PLAIN: Readonly<Record<SourceKind, Refusal>> = {
  workflows: { code: "WORKFLOW_SOURCE_INVALID", hint: CORRECT_IT },
  tasks: { code: "TASK_SOURCE_INVALID", hint: CORRECT_IT },
  commands: { code: "WORKFLOW_SOURCE_INVALID", hint: CORRECT_IT },
};

/** One error for a file that cannot be used, every error of it a problem. */
export function refuseSource(
  kind: SourceKind,
  displayPath: string,
  findings: readonly Finding[],
  hint?: string,
): AkmError {
  const errors = findings.filter(({ severity }) => severity === "error");
  const { first, ...refusal } = headlineOf(kind, errors);
  const place = first === undefined ? displayPath : `${displayPath}:${first.line}:${first.column}`;
  const more = errors.length < 2 ? "" : ` (and ${errors.length - 1} more)`;
  return new AkmError(refusal.code, sentence(`${place}: ${first?.message ?? "this cannot be read"}${more}`), {
    hint: hint ?? refusal.hint,
    problems: errors.map(({ line, column, code, message }) => ({
      file: displayPath,
      line,
      column,
      code,
      message,
    })),
  });
}

/** The finding that decides is the one the message begins with. */
function headlineOf(kind: SourceKind, errors: readonly Finding[]): Refusal & { first: Finding | undefined } {
  if (errors.length > 0 && errors.every(({ code }) => code === "not-yet-supported"))
    return { code: "NOT_YET_SUPPORTED", hint: CORRECT_IT, first: errors[0] };
  for (const [code, refusal] of Object.entries(SPECIAL)) {
    const first = errors.find((error) => error.code === code);
    if (first !== undefined) return { ...refusal, first };
  }
  return { ...PLAIN[kind], first: errors[0] };
}
