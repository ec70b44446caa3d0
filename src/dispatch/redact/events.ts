import type { DispatchEvents, EventSink } from "../../ports/index.ts";
import type { Redactor } from "./redactor.ts";

/** What an attempt tells while it runs, without secrets. */
export function redactingEvents(events: DispatchEvents, redactor: Redactor): DispatchEvents {
  return {
    onProcess: (identity) => events.onProcess(identity),
    onWarning: (message) => events.onWarning(redactor.clipped(message)),
    onProgress: (text) => events.onProgress?.(redactor.clipped(text)),
  };
}

/** What a run tells while it is driven, without secrets. */
export function redactingSink(sink: EventSink, redactor: Redactor): EventSink {
  return {
    event: (event) => sink.event(event),
    warning: (message) => sink.warning(redactor.clipped(message)),
    progress: (unitId, text) => sink.progress?.(unitId, redactor.clipped(text)),
  };
}
