import { type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { ListedWorktree } from "../../ports/index.ts";
import { type Call, switchOn } from "../call.ts";
import { present } from "../envelopes/present.ts";
import { renderTable } from "../render/table.ts";
import { counted, duration } from "../render/words.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";

export const workflowWorktrees: Verb = {
  summary: "List the git worktrees that units of any run left, and what in them is nowhere else",
  arguments: [],
  flags: [
    {
      name: "prune",
      summary: "Remove those that nobody works in and that hold nothing uncommitted; commits keep a ref",
    },
  ],
  example: "akm workflow worktrees --prune",
  run: listWorktrees,
};

async function listWorktrees(call: Call): Promise<Answer> {
  const worktrees = await call.machine.worktrees();
  const pruned = switchOn(call, "prune")
    ? ((await worktrees?.prune()) ?? { removed: [], notes: [] })
    : undefined;
  for (const note of pruned?.notes ?? []) call.say.notice(note);
  const listed = (await worktrees?.list()) ?? [];
  const nowMs = Date.now();
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "workflow-worktrees",
        schemaVersion: RESULT_SCHEMA_VERSION,
        worktrees: listed.map((worktree) => view(worktree, nowMs)),
        ...present({ pruned: pruned?.removed }),
      },
      text: (style) => [...prunedLine(pruned?.removed), table(listed, nowMs, style)].join("\n"),
    },
  };
}

function view({ problem, ...worktree }: ListedWorktree, nowMs: number): JsonObject {
  return { ...worktree, ageMs: ageMs(worktree.createdAt, nowMs), ...present({ problem }) };
}

function prunedLine(removed: readonly string[] | undefined): string[] {
  return removed === undefined ? [] : [`Removed ${counted(removed.length, "worktree")}.`];
}

function table(listed: readonly ListedWorktree[], nowMs: number, style: Style): string {
  if (listed.length === 0) return "There are no worktrees.";
  const rows = listed.map(({ state, live, ...worktree }) => [
    worktree.runId,
    worktree.unitId,
    String(worktree.attempt),
    live ? `${state}, in use` : state,
    duration(ageMs(worktree.createdAt, nowMs)),
    worktree.path,
  ]);
  return renderTable(["RUN", "UNIT", "ATTEMPT", "STATE", "AGE", "PATH"], rows, style);
}

/** Not below zero, whatever the clocks said. */
function ageMs(createdAt: string, nowMs: number): number {
  return Math.max(0, nowMs - Date.parse(createdAt)) || 0;
}
