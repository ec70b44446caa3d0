import { TIMEOUT_MS_MAX, TIMEOUT_MS_MIN } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { parseDuration } from "../../lib/duration.ts";
import type { StopCause } from "../../loop/index.ts";
import { exitStatusOfSignal, INTERRUPT_SIGNALS, type InterruptSignal } from "../exit.ts";
import type { Host } from "../host.ts";

/** What is left to the loop, after its children were killed, to record that and let go of the run; a busy machine takes half of it. */
const LAST_WORDS_MS = 1000;

/**
 * Turns of the event loop until every unit has noticed the stop. Killed before that, one would be taken to have failed by
 * itself.
 */
const TURNS_TO_NOTICE_STOP = 4;

export interface StopWatch {
  /** Aborts with a {@link StopCause} as its reason. */
  signal: AbortSignal;
  /** What stopped it, if anything did. */
  cause(): StopCause | undefined;
  close(): void;
}

/** How the engine is ended without its own doing. */
export interface StopNow {
  killAllNow(): void;
  releaseLocksNow(): void;
}

/**
 * Turns the first SIGINT, SIGTERM or SIGHUP, or the end of `timeoutMs`, into a stop that leaves the run resumable. A
 * second signal kills the children and gives what was under way {@link LAST_WORDS_MS} to end by itself; then, or at a third,
 * the process exits as by that signal. Handlers stand explicitly, since as pid 1 a process has no default ones.
 */
export function watchForStop(
  host: Host,
  timeoutMs: number | undefined,
  onFirst: (signal: InterruptSignal) => void,
  { killAllNow, releaseLocksNow }: StopNow,
): StopWatch {
  const controller = new AbortController();
  let signals = 0;
  let lastWords: NodeJS.Timeout | undefined;
  const off = host.onSignal(INTERRUPT_SIGNALS, (signal) => {
    signals += 1;
    if (signals === 1) {
      onFirst(signal as InterruptSignal);
      controller.abort(signal);
      return;
    }
    const exit = () => {
      releaseLocksNow();
      host.exitNow(exitStatusOfSignal(signal as InterruptSignal));
    };
    if (signals > 2) {
      killAllNow();
      exit();
    }
    afterTurns(TURNS_TO_NOTICE_STOP, killAllNow);
    lastWords = setTimeout(exit, LAST_WORDS_MS);
  });
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => controller.abort("timeout"), timeoutMs);
  timer?.unref();
  return {
    signal: controller.signal,
    cause: () => (controller.signal.aborted ? (controller.signal.reason as StopCause) : undefined),
    close: () => {
      off();
      clearTimeout(timer);
      clearTimeout(lastWords);
    },
  };
}

function afterTurns(turns: number, work: () => void): void {
  if (turns === 0) work();
  else setImmediate(() => afterTurns(turns - 1, work));
}

/** `500`, `500ms`, `30s`, `5m`, `2h` in milliseconds. Errors: `INVALID_FLAG_VALUE`. */
export function parseTimeout(text: string): number {
  const ms = parseDuration(text) ?? Number.NaN;
  if (ms >= TIMEOUT_MS_MIN && ms <= TIMEOUT_MS_MAX) return ms;
  throw new AkmError("INVALID_FLAG_VALUE", `--timeout is "${text}".`, {
    hint: `Write a time as 500ms, 30s, 5m or 2h, from ${TIMEOUT_MS_MIN} to ${TIMEOUT_MS_MAX} milliseconds.`,
  });
}
