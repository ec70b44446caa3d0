import { userInfo } from "node:os";
import type { GateAnswer } from "../../loop/index.ts";
import { argumentAt, type Call, textFlag } from "../call.ts";
import type { Answer, FlagSpec } from "../verb.ts";
import { changeRun } from "./change-run.ts";

export const STEP_FLAG: FlagSpec = {
  name: "step",
  value: "id",
  summary: "The step that is meant; the one that waits unless told",
};

/** Records the answer of whoever runs akm at the gate that waits for a person, and answers with the run's status. */
export async function answerAtGate(
  call: Call,
  answer: Pick<GateAnswer, "complete" | "note">,
): Promise<Answer> {
  const { answerGate } = await call.machine.loop();
  const stepId = textFlag(call, "step");
  const given: GateAnswer = { ...answer, by: userName(call), ...(stepId === undefined ? {} : { stepId }) };
  return await changeRun(call, argumentAt(call, 0), (runId, parts) => answerGate(runId, given, parts));
}

/** An account without an entry in the system's list, as in some containers, still has a variable or a number. */
function userName({ host }: Call): string {
  try {
    return userInfo().username;
  } catch {
    return host.env.USER ?? host.env.USERNAME ?? "unknown";
  }
}
