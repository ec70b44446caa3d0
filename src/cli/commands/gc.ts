import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { parseDuration } from "../../lib/duration.ts";
import type { Journal, RowCounts } from "../../ports/index.ts";
import { type Call, switchOn, textFlag } from "../call.ts";
import { counted } from "../render/words.ts";
import { createEventSink } from "../runs/event-sink.ts";
import type { Answer, Verb } from "../verb.ts";

const OLDER_THAN_DEFAULT = "30d";
const DAY_MS = 24 * 60 * 60 * 1000;

export const gc: Verb = {
  summary: "Remove old runs that have ended, and give the disk back what they took",
  arguments: [],
  flags: [
    {
      name: "older-than",
      value: "time",
      summary: `Runs that nothing happened to for so long: 12h, 90d (${OLDER_THAN_DEFAULT})`,
    },
    { name: "dry-run", summary: "Only tell how many there are" },
    { name: "all-scopes", summary: "Runs of every project" },
  ],
  example: "akm gc --older-than 90d --dry-run",
  run: collectGarbage,
};

interface Removed extends RowCounts {
  bytesFreed: number;
}

async function collectGarbage(call: Call): Promise<Answer> {
  const olderThan = textFlag(call, "older-than") ?? OLDER_THAN_DEFAULT;
  const dryRun = switchOn(call, "dry-run");
  const before = new Date(Date.now() - ageOf(olderThan)).toISOString();
  const scopeKey = switchOn(call, "all-scopes") ? null : await (await call.machine.workspace()).scopeKey();
  const removed = await removeRuns(call, { before, scopeKey, dryRun });
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "gc",
        schemaVersion: RESULT_SCHEMA_VERSION,
        scopeKey,
        before,
        dryRun,
        removed: dryRun ? { runs: removed.runs } : { ...removed },
      },
      text: () => gcText(removed, olderThan, dryRun),
    },
  };
}

function ageOf(text: string): number {
  const [, days] = /^([0-9]+)d$/.exec(text) ?? [];
  const ms = days === undefined ? parseDuration(text) : Number(days) * DAY_MS;
  // Further back than the clock's own beginning there is no run.
  if (ms !== undefined && ms <= Date.now()) return ms;
  throw new AkmError("INVALID_FLAG_VALUE", `--older-than is "${text}", not a time such as 12h or 30d.`);
}

/** Nothing is created where nothing was ever run. */
async function removeRuns(
  call: Call,
  { before, scopeKey, dryRun }: { before: string; scopeKey: string | null; dryRun: boolean },
): Promise<Removed> {
  const reader = await call.machine.openReader((message) => call.say.warning(message));
  if (reader === undefined) return { runs: 0, units: 0, events: 0, bytesFreed: 0 };
  reader.close();
  const journal = await call.machine.openJournal((message) => call.say.warning(message));
  try {
    const { parts } = await call.machine.engine(journal, createEventSink(call));
    const { removeOldRuns } = await call.machine.loop();
    const kept = await runsWithWorktrees(call);
    const counts = await removeOldRuns(parts, {
      before,
      kept,
      dryRun,
      ...(scopeKey === null ? {} : { scopeKey }),
    });
    const bytesFreed = dryRun || counts.runs === 0 ? 0 : await shrinkBy(call, journal);
    return { ...counts, bytesFreed };
  } finally {
    journal.close();
  }
}

/** Whoever finds a kept worktree asks its run what it was. */
async function runsWithWorktrees(call: Call): Promise<ReadonlySet<string>> {
  const worktrees = await call.machine.worktrees();
  return new Set(((await worktrees?.list()) ?? []).map(({ runId }) => runId));
}

/** What is removed is gone either way: a database in use, or a full disk, only keeps its size. */
async function shrinkBy(call: Call, journal: Journal): Promise<number> {
  try {
    const { bytesBefore, bytesAfter } = await journal.shrink();
    return Math.max(0, bytesBefore - bytesAfter);
  } catch (error) {
    if (!(error instanceof AkmError)) throw error;
    call.say.warning(`The runs are removed, but the file keeps its size for now: ${error.message}`);
    return 0;
  }
}

function gcText({ runs, units, events, bytesFreed }: Removed, olderThan: string, dryRun: boolean): string {
  if (runs === 0) return `No run that has ended is older than ${olderThan}.`;
  const what = `${counted(runs, "run")} older than ${olderThan}`;
  if (dryRun) return `${what} would be removed.`;
  const rows = `${counted(units, "attempt")} and ${counted(events, "log entry", "log entries")}`;
  return `Removed ${what}, with ${rows}; ${(bytesFreed / 1024 / 1024).toFixed(1)} MiB freed.`;
}
