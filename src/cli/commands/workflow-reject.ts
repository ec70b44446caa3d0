import { AkmError } from "../../errors/index.ts";
import { type Call, textFlag } from "../call.ts";
import { answerAtGate, STEP_FLAG } from "../runs/answer-gate.ts";
import { RUN_OR_REF } from "../runs/change-run.ts";
import type { Answer, Verb } from "../verb.ts";

export const workflowReject: Verb = {
  summary: "Reject what a step made; the reason is its feedback where loops are left, else the run fails",
  arguments: [RUN_OR_REF],
  flags: [STEP_FLAG, { name: "reason", value: "text", summary: "What is wrong with it; needed" }],
  example: "akm workflow reject 3f2c81d0 --reason 'The tests are missing.'",
  run: reject,
};

async function reject(call: Call): Promise<Answer> {
  const note = textFlag(call, "reason") ?? "";
  if (note.trim() === "") {
    throw new AkmError("MISSING_REQUIRED_ARGUMENT", "akm workflow reject needs --reason <text>.", {
      hint: "Say what is wrong: it is what the step is told when it is done again.",
    });
  }
  return await answerAtGate(call, { complete: false, note });
}
