import type { DispatchRequest } from "../../ports/index.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import { failed } from "../process/outcome.ts";
import type { OutputCapture } from "../process/output-capture.ts";
import type { OutputPipe } from "../process/output-pipe.ts";
import type { Ending } from "../process/supervise.ts";
import type { TailCapture } from "../process/tail-capture.ts";
import type { Redactor } from "../redact/redactor.ts";
import { artifactOutcome } from "./artifact.ts";

export interface EndedCommand {
  request: DispatchRequest;
  ending: Ending;
  captured: { stdout: OutputCapture; stderr: TailCapture };
  pipes: { stdout: OutputPipe; stderr: OutputPipe };
  redactor: Redactor;
  onWarning: (message: string) => void;
}

/** What an ended command means for its unit (spec tables.md, exec unit outcomes). */
export function concludeCommand(ended: EndedCommand): AttemptOutcome {
  const { request, ending, redactor, captured } = ended;
  // Before a part of it is cut out, which could part a secret.
  const stderr = redactor.text(captured.stderr.text(), { start: captured.stderr.isCut });
  switch (ending.kind) {
    case "timed-out":
      return failed(
        "timeout",
        `The command was still running after its timeout of ${request.timeoutMs} ms and was ended.`,
        stderr,
      );
    case "aborted":
      return failed("aborted", "The command was cancelled and ended.", stderr);
    case "exited":
      warnOfLosses(ended, ending.leftBehind);
      if (ending.exitCode === 0) return concludeSuccess(ended, stderr);
      return failed("non_zero_exit", describeExit(ending.exitCode, ending.signal), stderr);
    default:
      return ending satisfies never;
  }
}

function concludeSuccess(
  { request, captured, pipes, redactor, onWarning }: EndedCommand,
  stderr: string,
): AttemptOutcome {
  if (!pipes.stdout.isComplete) {
    return failed(
      "exec_capture_incomplete",
      "The command exited 0, but its stdout was not read to the end: something it started still held it, or the " +
        "pipe broke. Let the command wait for what it starts, or redirect the output of that.",
      stderr,
    );
  }
  return artifactOutcome({
    stdout: captured.stdout,
    stderr,
    schema: request.outputSchema,
    redactor,
    onWarning,
  });
}

function describeExit(exitCode: number | null, signal: NodeJS.Signals | null): string {
  return signal === null
    ? `The command exited with status ${exitCode}.`
    : `The command was ended by ${signal}.`;
}

function warnOfLosses({ pipes, onWarning }: EndedCommand, leftBehind: boolean): void {
  if (!pipes.stderr.isComplete) {
    onWarning("its stderr was held open after the command had exited and may be cut short");
  }
  if (leftBehind) {
    onWarning(
      "its command exited and left processes running, which were ended; one started with setsid lives on",
    );
  }
}
