import { AkmError } from "../errors/index.ts";
import type { RunRecord } from "../run/index.ts";
import { type AbandonParts, abandonBelow } from "./abandon-below.ts";
import { runNotFound } from "./load-state.ts";
import { recordAbandoned } from "./record-abandoned.ts";

const NOTES = "Abandoned by akm workflow abandon.";

/**
 * active or blocked -> failed; a failed run is left as it is. What is unfinished below it is given up before it, unless somebody
 * drives that on its own. The plan is not read. `takeOver` holds for the runs below as well.
 * Errors: `RUN_NOT_FOUND`, `RUN_NOT_RESUMABLE` (completed), `RUN_LEASE_HELD`.
 */
export async function abandonRun(
  runId: string,
  parts: AbandonParts,
  { takeOver }: { takeOver: boolean } = { takeOver: false },
): Promise<RunRecord> {
  const { journal, runLock } = parts;
  const lock = await runLock.acquire(runId, { takeOver });
  try {
    const run = await journal.loadRun(runId);
    if (run === undefined) throw runNotFound(runId);
    if (run.status === "completed")
      throw new AkmError("RUN_NOT_RESUMABLE", `Run ${runId} is completed; there is nothing to abandon.`);
    await abandonBelow(runId, NOTES, parts, takeOver);
    if (run.status === "failed") return run;
    await recordAbandoned(runId, NOTES, parts);
    return (await journal.loadRun(runId)) ?? run;
  } finally {
    await lock.release();
  }
}
