import { argumentAt, type Call } from "../call.ts";
import { changeRun } from "../runs/change-run.ts";
import type { Answer, Verb } from "../verb.ts";

export const workflowAbandon: Verb = {
  summary: "Give a run up: it becomes failed, and its workflow can start anew",
  arguments: [
    {
      name: "run id",
      summary: "A run id, or its first 8 characters or more",
      required: true,
      completes: "run",
    },
  ],
  flags: [],
  example: "akm workflow abandon 3f2c81d0",
  run: abandon,
};

async function abandon(call: Call): Promise<Answer> {
  const { abandonRun } = await call.machine.loop();
  return await changeRun(call, argumentAt(call, 0), abandonRun);
}
