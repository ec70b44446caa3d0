import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LockHolder } from "../../ports/index.ts";
import { definedOnly } from "../defined-only.ts";

const PID_MAX = 2 ** 31 - 1;

export function lockPath(dir: string, runId: string): string {
  return join(dir, `${runId}.lock`);
}

/** `torn`: there, but nothing akm ever publishes; `stamp` changes with the file and `ageMs` may be negative. */
export type LockContent =
  | { state: "absent" }
  | { state: "torn"; stamp: string; ageMs: number }
  | { state: "held"; text: string; holder: LockHolder };

export function readLock(path: string): LockContent {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { state: "absent" };
    throw error;
  }
  const holder = parseHolder(text);
  return holder === undefined ? tornLock(path) : { state: "held", text, holder };
}

function tornLock(path: string): LockContent {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { state: "absent" };
  return {
    state: "torn",
    stamp: `${stats.ino} ${stats.mtimeMs} ${stats.size}`,
    ageMs: Date.now() - stats.mtimeMs,
  };
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

/**
 * Puts the file there with its whole content, unless one is there: nobody ever sees it empty or half written.
 * `unlinkable` where the file system has no hard links; then {@link publishByRename} does it.
 */
export function publishLock(path: string, text: string): "published" | "taken" | "unlinkable" {
  return withAside(path, text, (aside) => {
    try {
      linkSync(aside, path);
      return "published";
    } catch (error) {
      // Over NFS the answer may be lost after the link was made: then a repeated request says that it is there.
      if (statSync(aside).nlink > 1) return "published";
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return "taken";
      if (isNoHardLinks(error)) return "unlinkable";
      throw error;
    }
  });
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
  const aside = `${path}.${process.pid}-${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(aside, text, { flag: "wx", mode: 0o600 });
    return publish(aside);
  } finally {
    rmSync(aside, { force: true });
  }
}

function isNoHardLinks(error: unknown): boolean {
  return ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "UNKNOWN"].includes(
    (error as NodeJS.ErrnoException).code ?? "",
  );
}
