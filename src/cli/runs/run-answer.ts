import { AkmError } from "../../errors/index.ts";
import type { DriveResult, StopCause } from "../../loop/index.ts";
import type { RunRecord } from "../../run/index.ts";
import type { Call } from "../call.ts";
import { type RunPicture, runEnvelope, skippedEnvelope } from "../envelopes/run-envelope.ts";
import type { Ending } from "../exit.ts";
import { nextCommands } from "../render/next-commands.ts";
import { runText } from "../render/run-text.ts";
import type { Answer } from "../verb.ts";
import type { Invocation } from "./invocation.ts";
import { nextMove } from "./next-move.ts";
import { loadPicture } from "./picture.ts";

/** How an invocation came out, whether or not there was anything to drive. */
export async function runAnswer(
  invocation: Invocation,
  picture: RunPicture,
  result: DriveResult,
  resumed: boolean,
): Promise<Answer> {
  const { call, stopCause } = invocation;
  const move =
    call.format === "text" ? await nextMove(call, await invocation.journal(), picture.run) : undefined;
  const story = { result, resumed, ...(stopCause === undefined ? {} : { stoppedBy: stopCause }) };
  return {
    ending: endingOf(result, stopCause),
    result: {
      envelope: runEnvelope(picture, story, call.say.warnings),
      text: (style) => runText(picture, style, [...stopLines(result, stopCause), ...nextCommands(move)]),
    },
  };
}

/** Why this invocation left the run unfinished, where the run itself does not tell. */
function stopLines({ done, reason }: DriveResult, stopCause: StopCause | undefined): string[] {
  if (reason === "timeout") return ["Stopped by --timeout."];
  if (reason === "interrupted") return [`Stopped by ${stopCause ?? "a signal"}.`];
  return done || reason !== undefined ? [] : ["Stopped at --max-steps."];
}

function endingOf({ reason }: DriveResult, stopCause: StopCause | undefined): Ending {
  if (reason === undefined) return { kind: "done" };
  const signal = stopCause === undefined || stopCause === "timeout" ? {} : { signal: stopCause };
  return { kind: "run-stopped", reason, ...signal };
}

/** `--skip-if-locked`: a run that somebody else drives, or a database that stays busy, is a result, not an error. */
export async function skippedAnswer(
  call: Call,
  error: AkmError,
  run: RunRecord | undefined,
): Promise<Answer> {
  const reason = error.code === "RUN_LEASE_HELD" ? "lock-held" : "state-db-contended";
  const picture = run === undefined || reason !== "lock-held" ? undefined : await pictureNow(call, run.runId);
  return {
    ending: { kind: "done" },
    result: {
      envelope: skippedEnvelope(picture, { reason, message: error.message }, call.say.warnings),
      text: () => `Skipped: ${error.message}`,
    },
  };
}

async function pictureNow(call: Call, runId: string): Promise<RunPicture | undefined> {
  const reader = await call.machine.openReader(() => undefined);
  try {
    return reader && (await loadPicture(reader, runId));
  } finally {
    reader?.close();
  }
}

export function isLocked(error: unknown): error is AkmError {
  return (
    error instanceof AkmError && (error.code === "RUN_LEASE_HELD" || error.code === "STATE_DB_CONTENDED")
  );
}
