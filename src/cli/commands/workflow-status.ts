import { argumentAt, type Call, switchOn } from "../call.ts";
import { runNotFound } from "../runs/find-run.ts";
import { findTargetRun } from "../runs/find-target-run.ts";
import { statusAnswer } from "../runs/status-answer.ts";
import type { Answer, Verb } from "../verb.ts";

export const workflowStatus: Verb = {
  summary: "Show how a run stands: the one named, or the newest of a workflow",
  arguments: [
    { name: "run id|ref", summary: "A run id or a workflow ref", required: true, completes: "run" },
  ],
  flags: [
    { name: "units", summary: "Show every attempt of every unit" },
    { name: "all-scopes", summary: "Look for the newest run of the ref in every project" },
  ],
  example: "akm workflow status workflows/hello --units",
  run: showStatus,
};

async function showStatus(call: Call): Promise<Answer> {
  const target = argumentAt(call, 0);
  const reader = await call.machine.openReader((message) => call.say.warning(message));
  try {
    const run = await findTargetRun(call.machine, reader, target, switchOn(call, "all-scopes"));
    if (reader === undefined) throw runNotFound(`There is no run ${target}.`);
    return await statusAnswer(call, reader, run, switchOn(call, "units"));
  } finally {
    reader?.close();
  }
}
