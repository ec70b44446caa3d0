import type { EngineParts } from "../../loop/index.ts";
import type { RunRecord } from "../../run/index.ts";
import type { Call } from "../call.ts";
import type { Answer, ArgumentSpec } from "../verb.ts";
import { createEventSink } from "./event-sink.ts";
import { findRun, runNotFound } from "./find-run.ts";
import { findTargetRun } from "./find-target-run.ts";
import { statusAnswer } from "./status-answer.ts";

/** What names a run: its id, or the ref of a workflow, whose newest run of this project is meant as in a status. */
export const RUN_OR_REF: ArgumentSpec = {
  name: "run id|ref",
  summary: "A run id, or its first 8 characters or more; or a workflow ref for its newest run",
  required: true,
  completes: "run",
};

/** Finds a run without creating a database, changes it under its lock, and answers with its status. */
export async function changeRun(
  call: Call,
  target: string,
  change: (runId: string, parts: EngineParts) => Promise<RunRecord>,
): Promise<Answer> {
  const reader = await call.machine.openReader((message) => call.say.warning(message));
  try {
    const run = target.includes("/")
      ? await findTargetRun(call.machine, reader, target, false)
      : await findRun(reader, target);
    await changed(call, run, change);
    if (reader === undefined) throw runNotFound(`There is no run ${target}.`);
    return await statusAnswer(call, reader, run);
  } finally {
    reader?.close();
  }
}

async function changed(
  call: Call,
  { runId }: RunRecord,
  change: (runId: string, parts: EngineParts) => Promise<RunRecord>,
): Promise<void> {
  const journal = await call.machine.openJournal((message) => call.say.warning(message));
  try {
    const { parts } = await call.machine.engine(journal, createEventSink(call));
    await change(runId, parts);
  } finally {
    journal.close();
  }
}
