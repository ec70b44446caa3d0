import type { JournalReader } from "../../ports/index.ts";
import { type RunRecord, runRejection, runsAbove, type WayOn, wayOn } from "../../run/index.ts";
import type { Call } from "../call.ts";

/**
 * How a run that is not completed is gone on with, alone or in a line of runs that stand still together. An active one that was opened
 * before what holds it up is in such a line.
 */
export type NextMove =
  /** `top`: the first run of the line, which drives the others. */
  | { kind: "drive"; top: RunRecord }
  /** `rejected`: what holds all up was not passed by its gate. */
  | { kind: "open"; way: WayOn; rejected: boolean }
  | { kind: "start-anew"; because: "abandoned" | "budget"; of: RunRecord; way: WayOn };

/** Told by the journal, without the run's lock. */
export async function nextMove(
  call: Call,
  reader: JournalReader,
  run: RunRecord,
): Promise<NextMove | undefined> {
  if (run.status === "completed") return undefined;
  const way = await wayOn(reader, run);
  if (run.status === "active" && way.holder === run) {
    const above = await runsAbove(reader, run);
    const drives = above.every(({ status }) => status === "active");
    return { kind: "drive", top: (drives ? above.at(-1) : undefined) ?? run };
  }
  for (const of of way.line) {
    const because = await hopeless(call, reader, of);
    if (because !== undefined) return { kind: "start-anew", because, of, way };
  }
  return { kind: "open", way, rejected: await wasRejected(reader, way.holder) };
}

/** Whether opening the run, and what it stands still with, is of any use. */
export async function canGoOn(call: Call, reader: JournalReader, run: RunRecord): Promise<boolean> {
  return (await nextMove(call, reader, run))?.kind !== "start-anew";
}

/** What tells it is loaded only once there is a failed run. */
async function hopeless({ machine }: Call, reader: JournalReader, run: RunRecord) {
  if (run.status !== "failed") return undefined;
  const { hopelessBecause } = await machine.loop();
  return await hopelessBecause(reader, run);
}

async function wasRejected(reader: JournalReader, run: RunRecord): Promise<boolean> {
  const steps = await reader.loadSteps(run.runId, { evidence: false });
  return (await runRejection(run, steps, (stepId) => reader.loadAttempts(run.runId, stepId))) !== undefined;
}
