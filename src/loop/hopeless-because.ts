import { decodePlan } from "../plan/index.ts";
import type { JournalReader } from "../ports/index.ts";
import { type RunRecord, wasAbandoned } from "../run/index.ts";
import { ceilingReached } from "../step/index.ts";

/**
 * Why a failed run is not to be tried again: it was given up, or its budget is spent, so that it may send out nothing more, whatever
 * it failed of. Of one whose plan cannot be read the budget is not known, and not said. Undefined of every other run.
 */
export async function hopelessBecause(
  reader: JournalReader,
  { runId, status }: RunRecord,
): Promise<"abandoned" | "budget" | undefined> {
  if (status !== "failed") return undefined;
  if (await wasAbandoned(reader, runId)) return "abandoned";
  const decoded = decodePlan(await reader.loadPlanJson(runId));
  if (decoded.kind === "undecodable") return undefined;
  const ceiling = ceilingReached(decoded.plan.budget, await reader.loadUsage(runId));
  return ceiling === undefined ? undefined : "budget";
}
