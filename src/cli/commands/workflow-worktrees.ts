import { type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { clipTextStart } from "../../lib/clip-text.ts";
import type { ListedWorktree } from "../../ports/index.ts";
import { type Call, switchOn } from "../call.ts";
import { present } from "../envelopes/present.ts";
import { shortRunIds } from "../render/short-run-ids.ts";
import { fitRows, renderTable } from "../render/table.ts";
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
      text: (style) =>
        [...prunedLine(pruned?.removed), listText(listed, nowMs, style, call.host.columns())].join("\n"),
    },
  };
}

function view({ problem, ...worktree }: ListedWorktree, nowMs: number): JsonObject {
  return { ...worktree, ageMs: ageMs(worktree.createdAt, nowMs), ...present({ problem }) };
}

function prunedLine(removed: readonly string[] | undefined): string[] {
  return removed === undefined ? [] : [`Removed ${counted(removed.length, "worktree")}.`];
}

const HEADINGS = ["RUN", "UNIT", "ATTEMPT", "STATE", "AGE"];
const UNIT_CHARS_MIN = 16;

/** What a state means for who thinks of removing it. */
const MEANINGS: Readonly<Record<ListedWorktree["state"], string>> = {
  clean: "clean: nothing in it but what was there; --prune removes it",
  dirty: "dirty: what is not committed in it is nowhere else",
  commits: "commits: they are kept under refs/akm/; --prune removes the worktree",
  unknown: "unknown: whether anything would be lost cannot be told",
};

/** A row each, with the path below it, which is as long as it is; then what the states mean. */
function listText(listed: readonly ListedWorktree[], nowMs: number, style: Style, columns: number): string {
  if (listed.length === 0) return "There are no worktrees.";
  const ids = shortRunIds(listed.map(({ runId }) => runId));
  const rows = listed.map((worktree, index) => [
    ids[index] ?? worktree.runId,
    worktree.unitId,
    String(worktree.attempt),
    stateText(worktree),
    duration(ageMs(worktree.createdAt, nowMs)),
  ]);
  const unit = { column: 1, min: UNIT_CHARS_MIN, clip: clipTextStart };
  const table = renderTable(HEADINGS, fitRows(HEADINGS, rows, columns, [unit]), style);
  const [headings = "", ...lines] = table.split("\n");
  const states = [...new Set(listed.map(({ state }) => state))];
  return [
    headings,
    ...lines.flatMap((line, index) => [line, ...below(listed[index])]),
    "",
    ...states.map((state) => `  ${style.dim(MEANINGS[state])}`),
  ].join("\n");
}

function below(worktree: ListedWorktree | undefined): string[] {
  if (worktree === undefined) return [];
  return [worktree.path, worktree.problem ?? ""].filter((line) => line !== "").map((line) => `    ${line}`);
}

function stateText({ state, live, uncommitted }: ListedWorktree): string {
  const much = uncommitted === 0 ? state : `${state} (${counted(uncommitted, "path")})`;
  return live ? `${much}, in use` : much;
}

/** Not below zero, whatever the clocks said. */
function ageMs(createdAt: string, nowMs: number): number {
  return Math.max(0, nowMs - Date.parse(createdAt)) || 0;
}
