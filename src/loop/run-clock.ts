import type { Clock, JournalReader } from "../ports/index.ts";

/**
 * The clock for what is recorded of a run: its wall time never falls behind what stands in the run's journal already, so
 * that nothing ends before it began when the machine's clock was set back.
 */
export async function runClock(runId: string, clock: Clock, journal: JournalReader): Promise<Clock> {
  const [last] = await journal.loadEvents({ runId, newest: true, limit: 1 });
  let latest = last?.at ?? "";
  return {
    now() {
      const wall = clock.now();
      // All instants are spelled alike, so text compares as time does.
      if (wall > latest) latest = wall;
      return latest;
    },
    monotonicMs: () => clock.monotonicMs(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    after: (ms, callback) => clock.after(ms, callback),
    random: () => clock.random(),
  };
}
