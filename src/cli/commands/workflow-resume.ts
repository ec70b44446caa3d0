import { argumentAt, type Call, switchOn } from "../call.ts";
import { changeRun, RUN_OR_REF } from "../runs/change-run.ts";
import { TAKE_OVER } from "../runs/run-flags.ts";
import type { Answer, Verb } from "../verb.ts";

export const workflowResume: Verb = {
  summary: "Open a failed or blocked run again; `akm workflow run` then drives it",
  arguments: [RUN_OR_REF],
  flags: [TAKE_OVER],
  example: "akm workflow resume 3f2c81d0",
  run: resume,
};

async function resume(call: Call): Promise<Answer> {
  const { reopenRun } = await call.machine.loop();
  return await changeRun(call, argumentAt(call, 0), (runId, parts) =>
    reopenRun(runId, parts, { takeOver: switchOn(call, "take-over") }),
  );
}
