import type { JournalReader } from "../../ports/index.ts";

/** Whether a failed run failed by being given up, as opposed to by what its steps did. */
export async function wasAbandoned(reader: JournalReader, runId: string): Promise<boolean> {
  const lastOf = async (type: "workflow_abandoned" | "workflow_reopened") =>
    (await reader.loadEvents({ runId, type })).at(-1)?.id ?? 0;
  return (await lastOf("workflow_abandoned")) > (await lastOf("workflow_reopened"));
}
