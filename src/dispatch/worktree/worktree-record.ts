import {
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ProcessIdentity } from "../../run/index.ts";

const SUFFIX = ".json";

/**
 * What a worktree is, in a file of its own beside it: enough to save what is in it without the journal, which may be another's or gone.
 */
export interface WorktreeRecord {
  runId: string;
  stepId: string;
  unitId: string;
  attempt: number;
  dispatchId: string;
  /** The worktree itself; absolute, links resolved. */
  path: string;
  /** The working tree the run was started in. */
  repository: string;
  /** The directory of the repository's own data, which all its worktrees share. */
  commonDirectory: string;
  /** The commit it starts from. */
  baseCommit: string;
  /** RFC 3339 UTC. */
  createdAt: string;
  /** Who made it, and works in it until it ends. */
  maker: ProcessIdentity;
  /**
   * `making`: no unit has been in it yet, so nothing in it is anybody's. `removing`: it was found to hold nothing, and what is missing
   * of it is our doing.
   */
  phase: "making" | "made" | "removing";
}

/** Made durable as a whole or not at all, as far as a process that dies goes. */
export function writeRecord(record: WorktreeRecord): void {
  const file = recordFile(record.path);
  const aside = `${file}.${process.pid}.tmp`;
  writeFileSync(aside, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(aside, file);
}

/** Undefined where there is none, or none that can be read. */
export function readRecord(path: string): WorktreeRecord | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(recordFile(path), "utf8"));
    return isRecord(record) ? { ...record, path } : undefined;
  } catch {
    return undefined;
  }
}

/** The worktree is gone; so is the directory of its run once that holds no other. */
export function forgetRecord({ path }: Pick<WorktreeRecord, "path">): void {
  rmSync(recordFile(path), { force: true });
  try {
    rmdirSync(dirname(path));
  } catch {
    // Others are in it.
  }
}

/** Not to be looked at again for a while. */
export function touchRecord({ path }: WorktreeRecord, now: Date): void {
  try {
    utimesSync(recordFile(path), now, now);
  } catch {
    // Gone meanwhile.
  }
}

/** When it was last looked at, or undefined when it is gone. */
export function recordAge(path: string, now: Date): number | undefined {
  try {
    return now.getTime() - statSync(recordFile(path)).mtimeMs;
  } catch {
    return undefined;
  }
}

/** The worktrees of every run below `root`, as paths, in the order of their names. */
export function listWorktreePaths(root: string): string[] {
  return entriesOf(root)
    .map((runId) => join(root, runId))
    .flatMap((directory) =>
      entriesOf(directory)
        .filter((name) => name.endsWith(SUFFIX))
        .map((name) => join(directory, basename(name, SUFFIX))),
    );
}

function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function recordFile(path: string): string {
  return `${path}${SUFFIX}`;
}

const TEXTS = [
  "runId",
  "stepId",
  "unitId",
  "dispatchId",
  "repository",
  "commonDirectory",
  "baseCommit",
  "createdAt",
] as const satisfies readonly (keyof WorktreeRecord)[];

function isRecord(value: unknown): value is WorktreeRecord {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Partial<Record<keyof WorktreeRecord, unknown>>;
  const maker = record.maker as { pid?: unknown } | null | undefined;
  return (
    TEXTS.every((name) => typeof record[name] === "string") &&
    typeof record.attempt === "number" &&
    typeof maker?.pid === "number" &&
    (record.phase === "making" || record.phase === "made" || record.phase === "removing")
  );
}
