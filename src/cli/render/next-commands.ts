import { type RunRecord, runCommand } from "../../run/index.ts";
import type { NextMove } from "../runs/next-move.ts";

/** What a person can type next, one line each; for a run that is blocked by its own gate its step's notes say it. */
export function nextCommands(move: NextMove | undefined): string[] {
  switch (move?.kind) {
    case undefined:
      return [];
    case "drive":
      return [`Go on with: ${runCommand(move.top)}`];
    case "start-anew":
      return [whyInVain(move), `Start another with: akm workflow run ${move.way.top.workflowRef}`];
    case "open":
      return openingCommands(move);
  }
}

function whyInVain({ because, of, way }: Extract<NextMove, { kind: "start-anew" }>): string {
  const isAlone = way.line.length === 1;
  if (because === "budget")
    return isAlone ? "Its budget is spent." : `The budget of run ${of.runId} is spent.`;
  return isAlone ? "It was given up." : `Run ${of.runId} was given up.`;
}

function openingCommands({ way, rejected }: Extract<NextMove, { kind: "open" }>): string[] {
  const { holder, top, opening, waitsFor, line } = way;
  const isAlone = line.length === 1;
  const both = `${opening} && ${runCommand(top)}`;
  if (rejected) return [`Have it judged again with: ${both}`];
  if (waitsFor === "approval") return isAlone ? [] : approvalLines(holder, both);
  if (isAlone && holder.status === "failed")
    return [`Try the failed step again with: ${runCommand(holder)} --max-retries 1`];
  return [`Go on with: ${both}`];
}

function approvalLines({ runId }: RunRecord, both: string): string[] {
  return [`What waits for approval: akm workflow status ${runId}`, `Approve it and go on with: ${both}`];
}
