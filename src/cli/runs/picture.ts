import type { JournalReader } from "../../ports/index.ts";
import type { RunPicture } from "../envelopes/run-envelope.ts";
import { runNotFound } from "./find-run.ts";

/** What the journal says of a run now. Errors: `RUN_NOT_FOUND`. */
export async function loadPicture(reader: JournalReader, runId: string): Promise<RunPicture> {
  const run = await reader.loadRun(runId);
  if (run === undefined) throw runNotFound(`There is no run ${runId}.`);
  return { run, steps: await reader.loadSteps(runId), usage: await reader.loadUsage(runId) };
}
