import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LockHolder } from "../../ports/index.ts";
import { definedOnly } from "../defined-only.ts";
import { type Linking, linkExclusively } from "../link-exclusively.ts";
import { lockObstructed, lockUnreadable } from "./lock-errors.ts";

const PID_MAX = 2 ** 31 - 1;

export function lockPath(dir: string, runId: string): string {
  return join(dir, `${runId}.lock`);
}

/** `torn`: there, but nothing akm ever publishes, be it a pipe or a link; `stamp` changes with the file and `ageMs` may be negative. */
export type LockContent =
  | { state: "absent" }
  | { state: "torn"; stamp: string; ageMs: number }
  | { state: "held"; text: string; holder: LockHolder };

/** Throws `STATE_DB_UNWRITABLE` where a directory stands, and for a file that cannot be looked at or read. */
export function readLock(path: string): LockContent {
  // Looked at before it is opened: a pipe would be waited for until somebody writes to it.
  const stats = orUnreadable(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (stats === undefined) return { state: "absent" };
  if (stats.isDirectory()) throw lockObstructed(path);
  const text = stats.isFile() ? orUnreadable(path, () => readText(path)) : "";
  if (text === undefined) return { state: "absent" };
  const holder = parseHolder(text);
  if (holder !== undefined) return { state: "held", text, holder };
  return {
    state: "torn",
    stamp: `${stats.ino} ${stats.mtimeMs} ${stats.size}`,
    ageMs: Date.now() - stats.mtimeMs,
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function orUnreadable<T>(path: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw lockUnreadable(path, error);
  }
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const { pid, host, acquiredAt, startToken, bootId, pidNamespace } = JSON.parse(text) ?? {};
    if (!Number.isInteger(pid) || pid < 1 || pid > PID_MAX) return undefined;
    if (typeof host !== "string" || typeof acquiredAt !== "string") return undefined;
    return { pid, host, ...textsOnly({ startToken, bootId, pidNamespace }), acquiredAt };
  } catch {
    return undefined;
  }
}

function textsOnly(tokens: Pick<LockHolder, "startToken" | "bootId" | "pidNamespace">): typeof tokens {
  const { startToken, bootId, pidNamespace } = tokens;
  const text = (token: unknown) => (typeof token === "string" ? token : undefined);
  return definedOnly({
    startToken: text(startToken),
    bootId: text(bootId),
    pidNamespace: text(pidNamespace),
  });
}

/** Puts the file there with its whole content, unless one is there; `unlinkable`: {@link publishByRename} can. */
export function publishLock(path: string, text: string): Linking {
  return withAside(path, text, (aside) => linkExclusively(aside, path));
}

/** Looking and renaming are two steps: only where no other process does the same at the moment. */
export function publishByRename(path: string, text: string): "published" | "taken" {
  return withAside(path, text, (aside) => {
    if (readLock(path).state !== "absent") return "taken";
    renameSync(aside, path);
    return "published";
  });
}

function withAside<T>(path: string, text: string, publish: (aside: string) => T): T {
  const aside = `${path}.${process.pid}-${crypto.randomUUID()}`;
  try {
    writeFileSync(aside, text, { flag: "wx", mode: 0o600 });
    return publish(aside);
  } finally {
    rmSync(aside, { force: true });
  }
}
