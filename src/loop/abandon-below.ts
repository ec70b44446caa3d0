import type { RunStatus } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import type { EngineParts } from "./engine.ts";
import { recordAbandoned } from "./record-abandoned.ts";

export type AbandonParts = Pick<EngineParts, "journal" | "runLock" | "clock" | "dispatcher" | "sink">;

/** A failed run may still have unfinished ones below it: its own time was up before theirs. */
const LOOKED_INTO: readonly RunStatus[] = ["active", "blocked", "failed"];

/**
 * Gives up what is unfinished below a run, the deepest first: cut at any moment, what is left stands below a run that is still to
 * be given up. What somebody drives on its own goes on, with a warning.
 */
export async function abandonBelow(
  parentRunId: string,
  notes: string,
  parts: AbandonParts,
  takeOver: boolean,
): Promise<void> {
  const children = await parts.journal.listRuns({ parentRunId, children: true, statuses: LOOKED_INTO });
  for (const { runId } of children) {
    try {
      await abandonChild(runId, notes, parts, takeOver);
    } catch (error) {
      if (!(error instanceof AkmError) || error.code !== "RUN_LEASE_HELD") throw error;
      parts.sink.warning(`The child run ${runId} goes on: ${error.message}`);
    }
  }
}

async function abandonChild(
  runId: string,
  notes: string,
  parts: AbandonParts,
  takeOver: boolean,
): Promise<void> {
  const lock = await parts.runLock.acquire(runId, { takeOver });
  try {
    await abandonBelow(runId, notes, parts, takeOver);
    const status = (await parts.journal.loadRun(runId))?.status;
    if (status === "active" || status === "blocked") await recordAbandoned(runId, notes, parts);
  } finally {
    await lock.release();
  }
}
