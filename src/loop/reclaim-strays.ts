import type { AttemptRecord, UnitStates } from "../run/index.ts";
import type { Drive } from "./drive.ts";
import { salvageEntries } from "./salvage-entries.ts";

/**
 * Before an attempt goes out again, whatever the dead engine left running for it is ended, so that it never runs twice at once; then what it
 * left in its worktree is saved.
 */
export async function reclaimStrays(drive: Drive, stepId: string, states: UnitStates): Promise<void> {
  const lost = new Set(
    [...states.values()].filter(({ status }) => status === "running").map(({ unitId }) => unitId),
  );
  if (lost.size === 0) return;
  const strays: AttemptRecord[] = [];
  for await (const attempt of drive.parts.journal.loadAttempts(drive.state.run.runId, stepId)) {
    if (attempt.status === "running" && lost.has(attempt.unitId)) strays.push(attempt);
  }
  await drive.parts.dispatcher.reapStrays(strays);
  const warn = (message: string) => drive.parts.sink.warning(message);
  const saved = await salvageEntries(drive.parts.dispatcher, strays, warn);
  if (saved.length > 0) await drive.recorder.record(...saved);
}
