import type { AttemptOutcome, RunEvent } from "../run/index.ts";
import type { Verdict } from "../step/index.ts";

/** Where a driven run tells what happens, as it happens. Implementations never throw and never block. */
export interface EventSink {
  /** Durable events, in id order. */
  event(event: RunEvent): void;
  /** A line for the user; also collected into the result's `warnings`. */
  warning(message: string): void;
  /** A sign of life of a running unit, for a live display only. */
  progress?(unitId: string, text: string): void;
  /** What a finished attempt came to, after its event; for a live display only, as the log keeps no content. */
  outcome?(unitId: string, outcome: AttemptOutcome): void;
  /** What a judge or a person said of a step, likewise. */
  judgement?(runId: string, unitId: string, verdict: Verdict): void;
  /** What the units of a fan-out are, before any of them goes out; for a live display only. */
  fanOut?(fanOut: FanOut): void;
}

/** One loop of a step that fans out. */
export interface FanOut {
  unitCount: number;
  /** Ids of those that were finished before. */
  finished: readonly string[];
  /** The canonical JSON of the item a unit works on; undefined for one that is not among them. */
  itemOf(unitId: string): string | undefined;
}
