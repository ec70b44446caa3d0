import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "./translate-error.ts";

const PAUSE_FIRST_MS = 1;
const PAUSE_MAX_MS = 50;

/**
 * Runs `attempt`, and again while another process holds the database, for at most `busyWaitMs`; then it ends in the
 * last error. SQLite's own waiting would block the event loop, and with it every unit's pipes and timers.
 */
export async function waitWhileBusy<T>(attempt: () => T, busyWaitMs: number): Promise<T> {
  let deadline: number | undefined;
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      deadline ??= performance.now() + busyWaitMs;
      if (performance.now() >= deadline) throw error;
    }
    // Jitter, or processes that collided once would keep in step.
    await delay(pauseMs * (0.5 + Math.random()));
  }
}
