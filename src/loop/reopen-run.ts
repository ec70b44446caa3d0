import { AkmError } from "../errors/index.ts";
import { isStopped, type RunRecord, runCommand, runsAbove, wayOn } from "../run/index.ts";
import type { EngineParts } from "./engine.ts";
import { runNotFound } from "./load-state.ts";
import { openAbove, recordOpened } from "./open-line.ts";

/**
 * failed or blocked -> active, without running anything; an active run is left as it is (decision R10). What stands still above a
 * child because of it is opened with it, so that driving the first run goes on; what stands below it is not. The plan is not read.
 * Errors: `RUN_NOT_FOUND`, `RUN_NOT_RESUMABLE` (completed), `RUN_LEASE_HELD`.
 */
export async function reopenRun(
  runId: string,
  parts: Pick<EngineParts, "journal" | "runLock" | "clock">,
  { takeOver }: { takeOver: boolean } = { takeOver: false },
): Promise<RunRecord> {
  const { journal, runLock } = parts;
  const lock = await runLock.acquire(runId, { takeOver });
  try {
    const run = await journal.loadRun(runId);
    if (run === undefined) throw runNotFound(runId);
    if (run.status === "active") return run;
    if (run.status === "completed")
      throw new AkmError("RUN_NOT_RESUMABLE", `Run ${runId} is completed; there is nothing to resume.`, {
        hint: await afterCompletion(run, journal),
      });
    await openAbove(run, parts, takeOver);
    await recordOpened(run, parts);
    return (await journal.loadRun(runId)) ?? run;
  } finally {
    await lock.release();
  }
}

/** A child that came through is not run anew: what it held up takes it as it is. */
async function afterCompletion(run: RunRecord, journal: EngineParts["journal"]): Promise<string> {
  const above = await runsAbove(journal, run);
  const [parent] = above;
  if (parent === undefined) return `Start a new run: akm workflow run ${run.workflowRef} --new`;
  const commands = isStopped(parent)
    ? (await wayOn(journal, parent)).commands
    : [runCommand(above.at(-1) ?? parent)];
  return `Go on with: ${commands.join(" && ")}`;
}
