import { LIST_LIMIT_DEFAULT, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { RunFilter } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";
import { type Call, countFlag, switchOn, textFlag } from "../call.ts";
import { runView } from "../envelopes/run-view.ts";
import { runTable } from "../render/run-rows.ts";
import { locateTarget } from "../runs/find-target-run.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";

export const workflowList: Verb = {
  summary: "List runs of this project, newest first",
  arguments: [],
  flags: [
    { name: "active", summary: "Only active runs" },
    { name: "ref", value: "ref", summary: "Only runs of this workflow" },
    { name: "children", summary: "Also runs that other runs started" },
    { name: "all-scopes", summary: "Runs of every project" },
    { name: "limit", value: "n", summary: `At most n runs (${LIST_LIMIT_DEFAULT})` },
  ],
  example: "akm workflow list --active",
  run: listRuns,
};

/** A hundred or a thousand more make no difference to a person. */
const BLOCKED_COUNTED_MAX = 100;

async function listRuns(call: Call): Promise<Answer> {
  const limit = countFlag(call, "limit", 1) ?? LIST_LIMIT_DEFAULT;
  const scopeKey = switchOn(call, "all-scopes") ? null : await (await call.machine.workspace()).scopeKey();
  const statuses = switchOn(call, "active") ? (["active"] as const) : undefined;
  const found = await matchingRuns(call, scopeKey, { ...(statuses && { statuses }), limit: limit + 1 });
  const runs = found.slice(0, limit);
  const more = found.length > limit;
  const none = runs.length === 0 && call.format === "text" ? await nothingText(call, scopeKey) : "";
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "workflow-list",
        schemaVersion: RESULT_SCHEMA_VERSION,
        scopeKey,
        runs: runs.map(runView),
        ...(more ? { more } : {}),
      },
      text: (style) => (runs.length === 0 ? none : listText(runs, more, style, call.host.columns())),
    },
  };
}

async function matchingRuns(call: Call, scopeKey: string | null, wanted: RunFilter): Promise<RunRecord[]> {
  const reader = await call.machine.openReader((message) => call.say.warning(message));
  try {
    const filter: RunFilter = {
      ...wanted,
      ...(scopeKey === null ? {} : { scopeKey }),
      children: switchOn(call, "children"),
    };
    const ref = textFlag(call, "ref");
    if (ref === undefined) return (await reader?.listRuns(filter)) ?? [];
    await refuseNonRef(call, ref);
    return await (await locateTarget(call.machine, ref)).runs(reader, filter);
  } finally {
    reader?.close();
  }
}

/** A ref of nothing may have runs, a word that is none cannot. Errors: `ASSET_NOT_FOUND`. */
async function refuseNonRef({ machine }: Call, word: string): Promise<void> {
  const { looksLikePath, requireWorkflowRef } = await machine.disk();
  if (!looksLikePath(word)) requireWorkflowRef(word, await (await machine.workspace()).bundles());
}

/** Whoever asks for what is active will hardly want to miss what waits for a person. */
async function nothingText(call: Call, scopeKey: string | null): Promise<string> {
  const place = scopeKey === null ? "" : ` in ${scopeKey}`;
  if (!switchOn(call, "active")) return `No runs${place}.`;
  const blocked = await matchingRuns(call, scopeKey, { statuses: ["blocked"], limit: BLOCKED_COUNTED_MAX });
  if (blocked.length === 0) return `No active runs${place}.`;
  const many = blocked.length === BLOCKED_COUNTED_MAX ? " or more" : "";
  const shownBy = `akm workflow list${scopeKey === null ? " --all-scopes" : ""}`;
  return `No active runs${place}; blocked, waiting for a person: ${blocked.length}${many} (${shownBy}).`;
}

function listText(runs: readonly RunRecord[], more: boolean, style: Style, columns: number): string {
  const table = runTable(runs, columns, style);
  return more ? `${table}\n  … more with --limit` : table;
}
