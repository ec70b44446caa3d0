import type { RunEvent, RunEventType, RunRecord } from "./records.ts";

/** What is asked of a journal about the runs around one; a reader of the journal is one. */
export interface RunReader {
  loadRun(runId: string): Promise<RunRecord | undefined>;
  /** Newest first. */
  listRuns(filter: { parentRunId: string; children: true }): Promise<RunRecord[]>;
  /** Oldest first. */
  loadEvents(filter: { runId: string; type: RunEventType }): Promise<RunEvent[]>;
}

/** The step of its parent that a child run stands for. */
export function spawningStep({ spawnedByUnitId }: Pick<RunRecord, "spawnedByUnitId">): string | undefined {
  return spawnedByUnitId?.split(":", 1)[0];
}

export function isStopped({ status }: Pick<RunRecord, "status">): boolean {
  return status === "blocked" || status === "failed";
}

/**
 * The runs above a child that stand at the step it is, the nearest first: what opening it opens as well, and the last is the one to be
 * driven then. One that went on without it, or was given up, is not among them, nor is what stands above that.
 */
export async function runsAbove(reader: RunReader, run: RunRecord): Promise<RunRecord[]> {
  const above: RunRecord[] = [];
  for (let below = run; below.parentRunId !== undefined; ) {
    const parent = await reader.loadRun(below.parentRunId);
    if (parent === undefined || !standsAt(parent, below)) break;
    if (parent.status === "failed" && (await wasAbandoned(reader, parent.runId))) break;
    above.push(parent);
    below = parent;
  }
  return above;
}

/**
 * The runs below because of which a run stands still or will again, the nearest first: the last is stopped and holds up all. Those between
 * may have been opened before it was. Empty where nothing below holds it up.
 */
export async function holdingUp(reader: RunReader, run: RunRecord): Promise<RunRecord[]> {
  const below: RunRecord[] = [];
  for (let above: RunRecord | undefined = run; above !== undefined; ) {
    const parent: RunRecord = above;
    const children = await reader.listRuns({ parentRunId: parent.runId, children: true });
    above = children.find((child) => child.status !== "completed" && standsAt(parent, child));
    if (above !== undefined) below.push(above);
  }
  return below.slice(0, below.findLastIndex(isStopped) + 1);
}

/** Whether a failed run failed by being given up, as opposed to by what its steps did. */
export async function wasAbandoned(reader: Pick<RunReader, "loadEvents">, runId: string): Promise<boolean> {
  const lastOf = async (type: RunEventType) => (await reader.loadEvents({ runId, type })).at(-1)?.id ?? 0;
  return (await lastOf("workflow_abandoned")) > (await lastOf("workflow_reopened"));
}

/** Whether a run has come to the step that the child is, and not past it. */
export function standsAt({ status, currentStepId }: RunRecord, child: RunRecord): boolean {
  return status !== "completed" && currentStepId === spawningStep(child);
}
