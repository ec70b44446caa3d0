import { AkmError } from "../errors/index.ts";
import type { RowCounts } from "../ports/index.ts";
import type { RunRecord } from "../run/index.ts";
import type { EngineParts } from "./engine.ts";

export interface OldRuns {
  /** Absent: of every scope. */
  scopeKey?: string;
  /** Nothing happened to them since this instant, RFC 3339 UTC. */
  before: string;
  /** Ids of runs that stay, whatever their age. */
  kept: ReadonlySet<string>;
  /** Counts the runs that would go, and removes nothing. */
  dryRun: boolean;
}

type Parts = Pick<EngineParts, "journal" | "runLock">;

/** So many trees go in one transaction: others who write wait no longer than for that. */
const BATCH_RUNS = 100;

/**
 * Takes out old runs that have ended, each with all the runs below it. A run stays where one below it has not ended, is
 * younger or is kept, and where somebody drives it. A dry run counts no units and no events.
 */
export async function removeOldRuns(parts: Parts, old: OldRuns): Promise<RowCounts> {
  const { journal } = parts;
  const counts: RowCounts = { runs: 0, units: 0, events: 0 };
  let batch: string[] = [];
  const flush = async () => {
    addTo(counts, await journal.deleteRuns(batch));
    batch = [];
  };
  for (const root of await rootsOf(journal, old)) {
    const tree = await endedTree(journal, root, old);
    if (tree === undefined) continue;
    if (old.dryRun) counts.runs += tree.length;
    else if (tree.every(({ status }) => status === "completed")) batch.push(...idsOf(tree));
    else addTo(counts, await removeUnlessDriven(parts, tree));
    if (batch.length >= BATCH_RUNS) await flush();
  }
  if (batch.length > 0) await flush();
  return counts;
}

function rootsOf(journal: Parts["journal"], { scopeKey, before }: OldRuns): Promise<RunRecord[]> {
  return journal.listRuns({
    ...(scopeKey === undefined ? {} : { scopeKey }),
    statuses: ["completed", "failed"],
    updatedBefore: before,
  });
}

/** The run and all below it, the deepest first; undefined where one of them has to stay. */
async function endedTree(
  journal: Parts["journal"],
  run: RunRecord,
  old: OldRuns,
): Promise<RunRecord[] | undefined> {
  const hasEnded = run.status === "completed" || run.status === "failed";
  if (!hasEnded || run.updatedAt >= old.before || old.kept.has(run.runId)) return undefined;
  const tree: RunRecord[] = [];
  for (const child of await journal.listRuns({ parentRunId: run.runId, children: true })) {
    const below = await endedTree(journal, child, old);
    if (below === undefined) return undefined;
    tree.push(...below);
  }
  return [...tree, run];
}

/** A failed run can be opened again, which takes its lock; a completed one cannot. */
async function removeUnlessDriven({ journal, runLock }: Parts, tree: RunRecord[]): Promise<RowCounts> {
  const locks: { release(): Promise<void> }[] = [];
  try {
    for (const { runId, status } of tree)
      if (status === "failed") locks.push(await runLock.acquire(runId, { takeOver: false }));
    return await journal.deleteRuns(idsOf(tree));
  } catch (error) {
    if (!(error instanceof AkmError) || error.code !== "RUN_LEASE_HELD") throw error;
    return { runs: 0, units: 0, events: 0 };
  } finally {
    for (const lock of locks) await lock.release();
  }
}

function addTo(counts: RowCounts, more: RowCounts): void {
  counts.runs += more.runs;
  counts.units += more.units;
  counts.events += more.events;
}

function idsOf(runs: readonly RunRecord[]): string[] {
  return runs.map(({ runId }) => runId);
}
