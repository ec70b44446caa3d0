import { readFileSync, readlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { hasEnded, readProcStat } from "./proc-stat.ts";

/** Opaque tokens, compared for equality only; undefined where the platform does not tell. */
export type IdentityToken = string | undefined;

/**
 * When a process was started, which tells it from a later one that got its pid; undefined also when there is none.
 * A file read on Linux, a `ps` of some milliseconds on other Unixes.
 */
export function readStartToken(pid: number): IdentityToken {
  if (process.platform === "linux") return readProcStat(pid)?.startTicks;
  if (process.platform === "win32") return undefined;
  return firstLine("ps", ["-o", "lstart=", "-p", String(pid)]);
}

/** This boot of this machine: every process noted under another one has ended. Read once: no process outlives its boot. */
export const readBootId = once(() => {
  if (process.platform === "linux")
    return textOrNone(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1"));
  // Not kern.boottime, which moves with each correction of the clock.
  return process.platform === "darwin" ? firstLine("sysctl", ["-n", "kern.bootsessionuuid"]) : undefined;
});

/** Where this process's pids count: the same number in another container is another process. Read once: it stays. */
export const readPidNamespace = once(() =>
  process.platform === "linux" ? textOrNone(() => readlinkSync("/proc/self/ns/pid")) : undefined,
);

/** Whether there is such a process and it has not ended. A zombie has, though its pid is taken until it is collected. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not allowed to signal it: it is there, and another user's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const stat = process.platform === "linux" ? readProcStat(pid) : undefined;
  return stat === undefined || !hasEnded(stat);
}

function once(read: () => IdentityToken): () => IdentityToken {
  let known: { token: IdentityToken } | undefined;
  return () => {
    known ??= { token: read() };
    return known.token;
  };
}

/** The language and the time zone of the caller would otherwise be in the text, and make one process look like two. */
function firstLine(program: string, args: string[]): IdentityToken {
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  return textOrNone(() =>
    childProcess().execFileSync(program, args, {
      encoding: "utf8",
      env,
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
}

/** Loaded at its first use: most commands on most systems start no program. */
function childProcess(): typeof import("node:child_process") {
  return createRequire(import.meta.url)("node:child_process");
}

function textOrNone(read: () => string): IdentityToken {
  try {
    const text = read().trim();
    return text === "" ? undefined : text;
  } catch {
    return undefined;
  }
}
