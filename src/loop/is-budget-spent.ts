import { decodePlan } from "../plan/index.ts";
import type { JournalReader } from "../ports/index.ts";
import { ceilingReached, type Spent } from "../step/index.ts";

/**
 * Whether a run may send out nothing more, so that trying again is in vain. Of one whose plan cannot be read that is not
 * known, and not said.
 */
export async function isBudgetSpent(
  reader: Pick<JournalReader, "loadPlanJson">,
  runId: string,
  spent: Spent,
): Promise<boolean> {
  const decoded = decodePlan(await reader.loadPlanJson(runId));
  return decoded.kind === "plan" && ceilingReached(decoded.plan.budget, spent) !== undefined;
}
