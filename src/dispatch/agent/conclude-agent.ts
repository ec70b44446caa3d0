import type { JsonObject } from "../../contract/index.ts";
import { listErrors, validate } from "../../lib/json-schema/index.ts";
import { hasLoneSurrogate } from "../../lib/lone-surrogate.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import { snippet } from "../llm/scrub.ts";
import { judgeStructuredAnswer } from "../structured-answer.ts";
import type { AgentError } from "./agent-report.ts";
import { completed, failed } from "./outcome.ts";
import type { AgentAttempt, AgentRun } from "./platform.ts";

type Run = Extract<AgentRun, { ok: true }>;

const RATE_LIMIT_STATUSES = [429, 529];
/** Some agents tell a failure of their model server as if it were their answer, and exit 0. */
const FAILURE_TOLD_AS_TEXT = /^\s*\[API Error:/;

/**
 * What an agent's attempt means for its unit: it has succeeded only if its exit, its error fields and a final text agree. Once
 * it has told a complete result, nothing that ends it later takes that away (case B73).
 */
export function concludeAgent(run: Run, attempt: AgentAttempt): AttemptOutcome {
  const { ending, report } = run;
  const hasAnswered = report.isFinal && report.error === undefined;
  for (const warning of report.warnings) attempt.onWarning(warning);
  switch (ending.kind) {
    case "timed-out":
      if (!hasAnswered)
        return failing(
          run,
          attempt,
          "timeout",
          `had no result after its timeout of ${attempt.timeoutMs} ms and was ended`,
        );
      break;
    case "aborted":
      if (!hasAnswered) return failing(run, attempt, "aborted", "was cancelled and ended");
      break;
    case "lingered":
      break;
    case "dismissed":
      return concludeReport(run, attempt);
    case "exited":
      return concludeExit(run, ending, attempt);
    default:
      return ending satisfies never;
  }
  if (hasAnswered)
    attempt.onWarning(
      "it told its result and did not exit; its processes were ended and the result was taken",
    );
  return concludeReport(run, attempt);
}

function concludeExit(
  run: Run,
  ending: Extract<Run["ending"], { kind: "exited" }>,
  attempt: AgentAttempt,
): AttemptOutcome {
  const { exitCode, signal, leftBehind } = ending;
  if (leftBehind) attempt.onWarning("it exited and left processes running, which were ended");
  if (run.report.error === undefined && exitCode !== 0) {
    const how = signal === null ? `exited with status ${exitCode}` : `was ended by ${signal}`;
    return failing(run, attempt, "agent_error", how);
  }
  if (run.isCut && !run.report.isFinal)
    return failing(
      run,
      attempt,
      "agent_error",
      "exited, but something it started held its output open, so it may be cut short",
    );
  return concludeReport(run, attempt);
}

function concludeReport(run: Run, attempt: AgentAttempt): AttemptOutcome {
  const { report } = run;
  if (report.error !== undefined) return concludeError(run, report.error, attempt);
  const { text = "" } = report;
  if (FAILURE_TOLD_AS_TEXT.test(text)) return concludeError(run, { message: text.trim() }, attempt);
  if (attempt.schema !== undefined) return concludeStructured(run, attempt.schema, attempt);
  if (text.trim() === "") return failing(run, attempt, "agent_error", "ended without a final text");
  return completed(wellFormed(text, attempt), report.usage);
}

function concludeError(run: Run, { message, status }: AgentError, attempt: AgentAttempt): AttemptOutcome {
  const limited = status !== undefined && RATE_LIMIT_STATUSES.includes(status);
  const told = `${named(attempt)} failed: ${attempt.scrub(message)}`;
  return failed(limited ? "llm_rate_limit" : "agent_error", told, run.report.usage);
}

function concludeStructured(run: Run, schema: JsonObject, attempt: AgentAttempt): AttemptOutcome {
  const { structured, text = "", usage } = run.report;
  if (structured === undefined) {
    if (text.trim() === "") return failing(run, attempt, "agent_error", "ended without a final text");
    const judged = judgeStructuredAnswer(text, schema, (answer) => snippet(answer, attempt.scrub));
    return judged.ok
      ? completed(judged.value, usage)
      : failed(judged.failureReason, attempt.scrub(judged.message), usage);
  }
  if (!structured.ok)
    return failed("parse_error", `The answer is not one JSON value: ${structured.message}.`, usage);
  const checked = validate(structured.value, schema);
  if (checked.ok) return completed(structured.value, usage);
  const message = `The answer does not satisfy the output schema: ${listErrors(checked.errors)}.`;
  return failed("validation_error", attempt.scrub(message), usage);
}

function failing(
  { report, stderr }: Run,
  attempt: AgentAttempt,
  failureReason: "timeout" | "aborted" | "agent_error",
  how: string,
): AttemptOutcome {
  return failed(failureReason, `${named(attempt)} ${how}.`, report.usage, attempt.scrub(stderr));
}

function named({ engine }: AgentAttempt): string {
  return `Engine ${engine.name} (${engine.platform})`;
}

function wellFormed(text: string, { onWarning }: AgentAttempt): string {
  if (!hasLoneSurrogate(text)) return text;
  onWarning("its answer is not all Unicode; what is not became U+FFFD");
  return Buffer.from(text).toString();
}
