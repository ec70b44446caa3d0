import type { Call } from "../call.ts";
import { completionTree } from "../completions/completion-tree.ts";
import type { Answer, Verb } from "../verb.ts";

export const complete: Verb = {
  summary: "Answer a completion script; called by the shell",
  arguments: [{ name: "words", summary: "The words so far", required: false }],
  flags: [],
  takesWords: true,
  worksWithBrokenConfig: true,
  example: "akm complete -- workflow ru",
  run: answerShell,
};

async function answerShell(call: Call): Promise<Answer> {
  const tree = await completionTree(call, call.args);
  tree.parse([...call.args]);
  return { ending: { kind: "done" } };
}
