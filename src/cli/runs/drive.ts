import type { Engine } from "../../compose.ts";
import { AkmError } from "../../errors/index.ts";
import type { DriveOptions, DriveResult } from "../../loop/index.ts";
import type { EventSink, Journal, JournalReader } from "../../ports/index.ts";
import { type Call, countFlag, switchOn, textFlag } from "../call.ts";
import { type RunPicture, runEnvelope, skippedEnvelope } from "../envelopes/run-envelope.ts";
import type { Ending } from "../exit.ts";
import { nextCommands, runText } from "../render/run-text.ts";
import type { Answer } from "../verb.ts";
import { createEventSink } from "./event-sink.ts";
import { loadPicture } from "./picture.ts";
import { parseTimeout, type StopWatch, watchForStop } from "./stop-signal.ts";

/** Flags of `workflow run`, read before anything is touched. Errors: `INVALID_FLAG_VALUE`. */
export interface RunFlags {
  maxSteps: number | undefined;
  maxRetries: number | undefined;
  timeoutMs: number | undefined;
  startNew: boolean;
  skipIfLocked: boolean;
  takeOver: boolean;
  paramsFile: string | undefined;
}

export function readRunFlags(call: Call): RunFlags {
  const timeout = textFlag(call, "timeout");
  return {
    maxSteps: countFlag(call, "max-steps", 0),
    maxRetries: countFlag(call, "max-retries", 0),
    timeoutMs: timeout === undefined ? undefined : parseTimeout(timeout),
    startNew: switchOn(call, "new"),
    skipIfLocked: switchOn(call, "skip-if-locked"),
    takeOver: switchOn(call, "take-over"),
    paramsFile: textFlag(call, "params-file"),
  };
}

/** An invocation of `workflow run`: how it is stopped, and what it drives with once it drives. */
export class Drive {
  readonly call: Call;
  readonly flags: RunFlags;
  readonly sink: EventSink;
  readonly #stop: StopWatch;
  #engine: Engine | undefined;
  #journal: Journal | undefined;

  constructor(call: Call, flags: RunFlags) {
    this.call = call;
    this.flags = flags;
    this.sink = createEventSink(call);
    this.#stop = watchForStop(
      call.host,
      flags.timeoutMs,
      (signal) => call.say.notice(`${signal}: stopping; the run can be resumed. Once more stops at once.`),
      () => this.#engine?.killAllNow(),
    );
  }

  /** The journal, opened for writing when it is first needed. */
  async journal(): Promise<Journal> {
    this.#journal ??= await this.call.machine.openJournal((message) => this.call.say.warning(message));
    return this.#journal;
  }

  /** Drives the run as far as it goes and answers with its envelope. */
  async drive(runId: string, resumed: boolean): Promise<Answer> {
    const journal = await this.journal();
    this.#engine = await this.call.machine.engine(journal, this.sink);
    const { driveRun } = await this.call.machine.loop();
    const result = await driveRun(runId, this.#engine.parts, this.#options());
    return answer(this.call, await loadPicture(journal, runId), {
      result,
      resumed,
      cause: this.#stop.cause(),
    });
  }

  close(): void {
    this.#stop.close();
    this.#journal?.close();
  }

  #options(): DriveOptions {
    const { maxSteps, maxRetries, takeOver } = this.flags;
    return {
      stop: this.#stop.signal,
      takeOver,
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...(maxRetries === undefined ? {} : { maxRetries }),
    };
  }
}

interface Driven {
  result: DriveResult;
  resumed: boolean;
  cause: ReturnType<StopWatch["cause"]>;
}

/** Also for a run there was nothing to drive of. */
export function answer(call: Call, picture: RunPicture, { result, resumed, cause }: Driven): Answer {
  const story = { result, resumed, ...(cause === undefined ? {} : { stoppedBy: cause }) };
  return {
    ending: endingOf(result, cause),
    result: {
      envelope: runEnvelope(picture, story, call.say.warnings),
      text: (style) => runText(picture, style, nextCommands(picture.run, result.gateRejection !== undefined)),
    },
  };
}

function endingOf({ reason }: DriveResult, cause: Driven["cause"]): Ending {
  if (reason === undefined) return { kind: "done" };
  const signal = cause === undefined || cause === "timeout" ? {} : { signal: cause };
  return { kind: "run-stopped", reason, ...signal };
}

/** `--skip-if-locked`: a run that somebody else drives, or a database that stays busy, is a result, not an error. */
export async function skippedAnswer(
  call: Call,
  error: AkmError,
  reader: JournalReader | undefined,
  runId: string | undefined,
): Promise<Answer> {
  const reason = error.code === "RUN_LEASE_HELD" ? "lock-held" : "state-db-contended";
  const picture =
    reader === undefined || runId === undefined || reason !== "lock-held"
      ? undefined
      : await loadPicture(reader, runId);
  return {
    ending: { kind: "done" },
    result: {
      envelope: skippedEnvelope(picture, { reason, message: error.message }, call.say.warnings),
      text: () => `Skipped: ${error.message}`,
    },
  };
}

export function isLocked(error: unknown): error is AkmError {
  return (
    error instanceof AkmError && (error.code === "RUN_LEASE_HELD" || error.code === "STATE_DB_CONTENDED")
  );
}
