import type { EventSink } from "../../ports/index.ts";
import type { RunEvent } from "../../run/index.ts";
import type { Call } from "../call.ts";
import { eventView } from "./event-view.ts";
import { lifeSigns } from "./life-signs.ts";
import { progressLine } from "./progress.ts";

/** Tells what a driven run does: a line on stderr for people, or in `jsonl` each event as a line of the result. */
export function createEventSink(call: Call): EventSink {
  const { format, say, host } = call;
  const watched = format !== "jsonl" || say.verbose || host.stderr.isTerminal;
  const showsLife = say.verbose || (watched && host.stderr.isTerminal);
  return {
    event(event: RunEvent) {
      if (format === "jsonl") host.stdout.write(`${JSON.stringify(eventView(event))}\n`);
      const line = watched ? progressLine(event, say.style, say.verbose) : undefined;
      if (line !== undefined) say.progress(line);
    },
    warning: (message) => say.warning(message),
    ...(showsLife ? { progress: lifeSigns(say, () => performance.now()) } : {}),
  };
}
