import type { EventFilter, JournalReader } from "../../ports/index.ts";
import type { RunEvent } from "../../run/index.ts";
import type { Call } from "../call.ts";
import { type Ending, INTERRUPT_SIGNALS, type InterruptSignal } from "../exit.ts";
import { type Style, stdoutStyle } from "../style.ts";

const POLL_MS = 200;
const PAGE = 1000;

/**
 * Shows events until the run that was named is over, `limit` of them were shown, or a signal comes. The database may be
 * made only later: until then there is nothing to follow. `lastId` is that of the last event shown, if any was.
 */
export async function followEvents(
  call: Call,
  filter: EventFilter,
  limit: number | undefined,
  show: (event: RunEvent, style: Style) => void,
): Promise<{ ending: Ending; lastId?: number }> {
  const style = stdoutStyle(call.host.stdout, call.host.env, call.flags["no-color"] === true);
  const stop = untilSignal(call);
  let lastId: number | undefined;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let reader: JournalReader | undefined;
  try {
    for (;;) {
      reader ??= await call.machine.openReader(() => undefined);
      const over = await isOver(reader, filter.runId);
      const events =
        (await reader?.loadEvents({ ...filter, ...after(lastId), limit: Math.min(PAGE, left) })) ?? [];
      for (const event of events) show(event, style);
      lastId = events.at(-1)?.id ?? lastId;
      left -= events.length;
      if (left <= 0 || (over && events.length === 0)) return ended({ kind: "done" }, lastId);
      if (events.length === 0) await stop.orAfter(POLL_MS);
      const signal = stop.signal();
      if (signal !== undefined) return ended({ kind: "run-stopped", reason: "interrupted", signal }, lastId);
    }
  } finally {
    stop.close();
    reader?.close();
  }
}

function after(id: number | undefined): Pick<EventFilter, "afterId"> {
  return id === undefined ? {} : { afterId: id };
}

function ended(ending: Ending, lastId: number | undefined): { ending: Ending; lastId?: number } {
  return lastId === undefined ? { ending } : { ending, lastId };
}

async function isOver(reader: JournalReader | undefined, runId: string | undefined): Promise<boolean> {
  if (runId === undefined || reader === undefined) return false;
  return (await reader.loadRun(runId))?.status !== "active";
}

function untilSignal(call: Call) {
  let caught: InterruptSignal | undefined;
  let wake: () => void = () => undefined;
  const off = call.host.onSignal(INTERRUPT_SIGNALS, (signal) => {
    caught = signal as InterruptSignal;
    wake();
  });
  return {
    signal: () => caught,
    orAfter: (ms: number) =>
      new Promise<void>((done) => {
        const timer = setTimeout(done, ms);
        wake = () => {
          clearTimeout(timer);
          done();
        };
        if (caught !== undefined) wake();
      }),
    close: off,
  };
}
