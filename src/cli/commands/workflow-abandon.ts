import { argumentAt, type Call, switchOn } from "../call.ts";
import { changeRun, RUN_OR_REF } from "../runs/change-run.ts";
import { TAKE_OVER } from "../runs/run-flags.ts";
import type { Answer, Verb } from "../verb.ts";

export const workflowAbandon: Verb = {
  summary: "Give a run up: it becomes failed, and its workflow can start anew",
  arguments: [RUN_OR_REF],
  flags: [TAKE_OVER],
  example: "akm workflow abandon 3f2c81d0",
  run: abandon,
};

async function abandon(call: Call): Promise<Answer> {
  const { abandonRun } = await call.machine.loop();
  return await changeRun(call, argumentAt(call, 0), (runId, parts) =>
    abandonRun(runId, parts, { takeOver: switchOn(call, "take-over") }),
  );
}
