import type { JournalReader } from "../../ports/index.ts";
import type { Call } from "../call.ts";
import type { RunPicture } from "../envelopes/run-envelope.ts";

/** Whether a run has failed and spent its budget, whatever it failed of: nothing of it can be tried again. */
export async function failedOverBudget(
  { machine }: Call,
  reader: Pick<JournalReader, "loadPlanJson">,
  { run, usage }: RunPicture,
): Promise<boolean> {
  if (run.status !== "failed") return false;
  const { isBudgetSpent } = await machine.loop();
  return await isBudgetSpent(reader, run.runId, usage);
}
