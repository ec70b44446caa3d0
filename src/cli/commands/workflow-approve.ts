import { type Call, textFlag } from "../call.ts";
import { answerAtGate, STEP_FLAG } from "../runs/answer-gate.ts";
import { RUN_OR_REF } from "../runs/change-run.ts";
import type { Answer, Verb } from "../verb.ts";

export const workflowApprove: Verb = {
  summary: "Approve what a step made, where its gate asks a person; `akm workflow run` then goes on",
  arguments: [RUN_OR_REF],
  flags: [STEP_FLAG, { name: "note", value: "text", summary: "A word to keep with the approval" }],
  example: "akm workflow approve 3f2c81d0 --note 'Read it, fine.'",
  run: approve,
};

async function approve(call: Call): Promise<Answer> {
  return await answerAtGate(call, { complete: true, note: textFlag(call, "note") ?? "" });
}
