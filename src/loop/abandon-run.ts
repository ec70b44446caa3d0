import { AkmError } from "../errors/index.ts";
import type { RunRecord } from "../run/index.ts";
import type { EngineParts } from "./engine.ts";
import { runNotFound } from "./load-state.ts";
import { recordAbandoned } from "./record-abandoned.ts";

type AbandonParts = Pick<EngineParts, "journal" | "clock" | "dispatcher" | "sink">;

/**
 * active or blocked -> failed; a failed run is left as it is. What is unfinished below it is given up with it, unless somebody
 * drives that on its own. The plan is not read.
 * Errors: `RUN_NOT_FOUND`, `RUN_NOT_RESUMABLE` (completed), `RUN_LEASE_HELD`.
 */
export async function abandonRun(
  runId: string,
  { runLock, ...parts }: AbandonParts & Pick<EngineParts, "runLock">,
  { takeOver }: { takeOver: boolean } = { takeOver: false },
): Promise<RunRecord> {
  const lock = await runLock.acquire(runId, { takeOver });
  try {
    const run = await parts.journal.loadRun(runId);
    if (run === undefined) throw runNotFound(runId);
    if (run.status === "failed") return run;
    if (run.status === "completed")
      throw new AkmError("RUN_NOT_RESUMABLE", `Run ${runId} is completed; there is nothing to abandon.`);
    await recordAbandoned(runId, "Abandoned by akm workflow abandon.", parts);
    for (const child of await unfinishedChildren(parts, runId))
      await abandonChild(child, { runLock, ...parts });
    return (await parts.journal.loadRun(runId)) ?? run;
  } finally {
    await lock.release();
  }
}

async function unfinishedChildren({ journal }: AbandonParts, parentRunId: string): Promise<RunRecord[]> {
  return await journal.listRuns({ parentRunId, children: true, statuses: ["active", "blocked"] });
}

async function abandonChild(
  { runId }: RunRecord,
  parts: AbandonParts & Pick<EngineParts, "runLock">,
): Promise<void> {
  try {
    await abandonRun(runId, parts);
  } catch (error) {
    if (!(error instanceof AkmError) || error.code !== "RUN_LEASE_HELD") throw error;
    parts.sink.warning(`The child run ${runId} goes on: ${error.message}`);
  }
}
