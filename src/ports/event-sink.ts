import type { RunEvent } from "../run/index.ts";

/** Where a driven run tells what happens, as it happens. Implementations never throw and never block. */
export interface EventSink {
  /** Durable events, in id order. */
  event(event: RunEvent): void;
  /** A line for the user; also collected into the result's `warnings`. */
  warning(message: string): void;
  /** A sign of life of a running unit, for a live display only. */
  progress?(unitId: string, text: string): void;
}
