import type { EventSink } from "../../ports/index.ts";
import type { RunEvent } from "../../run/index.ts";
import type { Call } from "../call.ts";
import type { Speaker } from "../speaker.ts";
import { eventView } from "./event-view.ts";
import { lifeSigns } from "./life-signs.ts";
import { createProgress, outcomeText, verdictText } from "./progress.ts";

/** Tells what a driven run does: a line on stderr for people, with `--verbose` the content too, or in `jsonl` each event as a line of the result. */
export function createEventSink(call: Call): EventSink {
  const { format, say, host } = call;
  const watched = format !== "jsonl" || say.verbose || host.stderr.isTerminal;
  const progress = createProgress(say.style, say.verbose);
  // The first event is always of the run that was asked for; those of the runs below it stand further in.
  let rootRunId: string | undefined;
  const tellOf = (runId: string, line: string) => say.progress(runId === rootRunId ? line : `    ${line}`);
  const showsLife = say.verbose || (watched && host.stderr.isTerminal);
  return {
    event(event: RunEvent) {
      if (format === "jsonl") host.stdout.write(`${JSON.stringify(eventView(event))}\n`);
      rootRunId ??= event.runId;
      const line = watched ? progress.lineOf(event) : undefined;
      if (line !== undefined) tellOf(event.runId, line);
    },
    judgement(runId, unitId, verdict) {
      if (watched) tellOf(runId, verdictText(unitId, verdict, say.style));
    },
    warning: (message) => say.warning(message),
    fanOut: (fanOut) => progress.fanOut(fanOut),
    ...(say.verbose ? { outcome: (_, outcome) => tell(say, outcomeText(outcome)) } : {}),
    ...(showsLife ? { progress: lifeSigns(say, () => performance.now()) } : {}),
  };
}

function tell(say: Speaker, text: string | undefined): void {
  if (text !== undefined) say.progress(text);
}
