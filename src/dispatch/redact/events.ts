import type { DispatchEvents, EventSink } from "../../ports/index.ts";
import { CUT_MARK, type Redactor } from "./redactor.ts";

/** What an attempt tells while it runs, without secrets. */
export function redactingEvents(events: DispatchEvents, redactor: Redactor): DispatchEvents {
  return {
    onProcess: (identity) => events.onProcess(identity),
    // Paths and refs of ours, made of ids: there is nothing of a unit's in them.
    onWorktree: async (worktree) => await events.onWorktree?.(worktree),
    onWarning: (message) => events.onWarning(redactor.clipped(message)),
    onProgress: (text) => events.onProgress?.(redactGlimpse(text, redactor)),
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

/** The end of what was said so far, which may be the middle of a secret: what follows is not there yet. */
function redactGlimpse(text: string, redactor: Redactor): string {
  const isCut = text.startsWith(CUT_MARK);
  const shown = isCut ? text.slice(CUT_MARK.length) : text;
  return `${isCut ? CUT_MARK : ""}${redactor.text(shown, { start: isCut, end: true })}`;
}
