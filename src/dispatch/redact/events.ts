import type { Json } from "../../contract/index.ts";
import type { DispatchEvents, EventSink, FanOut } from "../../ports/index.ts";
import { redactOutcome } from "./outcome.ts";
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
    ...(sink.outcome && {
      outcome: (unitId, outcome) => sink.outcome?.(unitId, redactOutcome(outcome, redactor)),
    }),
    judgement: (runId, unitId, { complete, missing, feedback }) =>
      sink.judgement?.(runId, unitId, {
        complete,
        missing: missing.map((text) => redactor.text(text)),
        feedback: redactor.text(feedback),
      }),
    fanOut: (fanOut) =>
      sink.fanOut?.({ ...fanOut, itemOf: (unitId) => redactedItem(fanOut, unitId, redactor) }),
  };
}

function redactedItem({ itemOf }: FanOut, unitId: string, redactor: Redactor): string | undefined {
  const item = itemOf(unitId);
  if (item === undefined || redactor.isEmpty) return item;
  return JSON.stringify(redactor.json(JSON.parse(item) as Json));
}

/** The end of what was said so far, which may be the middle of a secret: what follows is not there yet. */
function redactGlimpse(text: string, redactor: Redactor): string {
  const isCut = text.startsWith(CUT_MARK);
  const shown = isCut ? text.slice(CUT_MARK.length) : text;
  return `${isCut ? CUT_MARK : ""}${redactor.text(shown, { start: isCut, end: true })}`;
}
