import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { AkmError } from "../../errors/index.ts";
import { makeDirectories } from "../../host/index.ts";
import type { Journal, LockHolder, RunLock, RunLockHandle } from "../../ports/index.ts";
import { examineHolder, thisProcess } from "./holder.ts";
import { leaseHeld, lockUnwritable } from "./lock-errors.ts";
import { lockPath, publishByRename, publishLock, readLock } from "./lock-file.ts";

export interface RunLockOptions {
  /** Where the files are, absolute; made at the first lock. */
  dir: string;
  /** Serialises every reclaim: whoever removes a dead holder's file must know that no other process just did. */
  journal: Pick<Journal, "exclusively">;
  /** RFC 3339 UTC. */
  now(): string;
}

export interface ProcessRunLock extends RunLock {
  /** Removes the files of this process at once, without waiting for the database: for a process about to end. Never throws. */
  releaseAllNow(): void;
}

/** A file that akm did not publish is left alone for so long: somebody may be about to fill it. */
const TORN_AFTER_MS = 2000;

/** One file a run, there as long as a process drives it (decision R9, ADR 0004). */
export function createRunLock({ dir, journal, now }: RunLockOptions): ProcessRunLock {
  const held = new Map<string, string>();
  return {
    acquire: async (runId, { takeOver }) => {
      const path = lockPath(dir, runId);
      const text = `${JSON.stringify(thisProcess(now()))}\n`;
      try {
        makeDirectories(dir, 0o700);
        await takeLock({ path, text, runId, takeOver, journal });
      } catch (error) {
        throw error instanceof AkmError ? error : lockUnwritable(path, error);
      }
      held.set(path, text);
      return handleOf(path, text, journal, () => held.delete(path));
    },
    releaseAllNow: () => {
      for (const [path, text] of held) tryRemove(path, text);
    },
  };
}

interface Claim {
  path: string;
  text: string;
  runId: string;
  takeOver: boolean;
  journal: Pick<Journal, "exclusively">;
}

type Finding = { is: "ours" } | { is: "free" } | { is: "held"; holder: LockHolder; foreign: boolean } | Torn;
type Torn = { is: "torn"; stamp: string; ageMs: number };

async function takeLock(claim: Claim): Promise<void> {
  let watched: string | undefined;
  for (;;) {
    const finding = await attempt(claim, watched);
    if (finding.is === "ours") return;
    if (finding.is === "held") throw leaseHeld(claim.runId, claim.path, finding.holder, finding.foreign);
    if (finding.is === "torn") watched = await watch(finding);
  }
}

/** First without anyone else: a run nobody holds costs no transaction. */
async function attempt(claim: Claim, watched: string | undefined): Promise<Finding> {
  switch (publishLock(claim.path, claim.text)) {
    case "published":
      return { is: "ours" };
    case "unlinkable":
      return claim.journal.exclusively(() => reclaim(claim, watched, publishByRename));
    case "taken": {
      const finding = look(claim, watched);
      if (finding.is !== "free") return finding;
      return claim.journal.exclusively(() => reclaim(claim, watched, publishLock));
    }
  }
}

/** Looks again, since another process may have reclaimed it in between, and removes only what it then finds dead. */
function reclaim(claim: Claim, watched: string | undefined, publish: typeof publishLock): Finding {
  const finding = look(claim, watched);
  if (finding.is !== "free") return finding;
  rmSync(claim.path, { force: true });
  return publish(claim.path, claim.text) === "published" ? { is: "ours" } : look(claim, watched);
}

function look({ path, takeOver }: Claim, watched: string | undefined): Finding {
  const content = readLock(path);
  switch (content.state) {
    case "absent":
      return { is: "free" };
    case "torn": {
      const stale = content.ageMs > TORN_AFTER_MS || content.stamp === watched;
      return stale ? { is: "free" } : { is: "torn", stamp: content.stamp, ageMs: content.ageMs };
    }
    case "held": {
      const vitality = examineHolder(content.holder);
      if (vitality === "dead" || (vitality === "foreign" && takeOver)) return { is: "free" };
      return { is: "held", holder: content.holder, foreign: vitality === "foreign" };
    }
  }
}

/** Waits until the file is old enough, whatever the clock says of its age; then, if it is still the same, it is stale. */
async function watch({ stamp, ageMs }: Torn): Promise<string> {
  await delay(Math.min(TORN_AFTER_MS, Math.max(0, TORN_AFTER_MS - ageMs) + 1));
  return stamp;
}

function removeOurs(path: string, text: string): void {
  const content = readLock(path);
  if (content.state === "held" && content.text === text) rmSync(path, { force: true });
}

/** What is left behind after all names a process that is about to end. */
function tryRemove(path: string, text: string): void {
  try {
    removeOurs(path, text);
  } catch {}
}

function handleOf(
  path: string,
  text: string,
  journal: Pick<Journal, "exclusively">,
  onRelease: () => void,
): RunLockHandle {
  return {
    release: async () => {
      // Among the reclaimers, so that the file of one who took over is not removed. A closed or busy database must
      // not keep the run held.
      await journal.exclusively(() => removeOurs(path, text)).catch(() => tryRemove(path, text));
      onRelease();
    },
  };
}
