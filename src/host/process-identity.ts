import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/** Opaque tokens, compared for equality only; undefined where the platform does not tell. */
export type IdentityToken = string | undefined;

/**
 * When a process was started, which tells it from a later one that got its pid; undefined also when there is none.
 * A file read on Linux, a `ps` of some milliseconds on other Unixes.
 */
export function readStartToken(pid: number): IdentityToken {
  if (process.platform === "linux") return readLinuxStat(pid)?.startTicks;
  if (process.platform === "win32") return undefined;
  return firstLine("ps", ["-o", "lstart=", "-p", String(pid)]);
}

/** This boot of this machine: every process noted under another one has ended. */
export function readBootId(): IdentityToken {
  if (process.platform === "linux")
    return textOrNone(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1"));
  // Not kern.boottime, which moves with each correction of the clock.
  return process.platform === "darwin" ? firstLine("sysctl", ["-n", "kern.bootsessionuuid"]) : undefined;
}

/** Where this process's pids count: the same number in another container is another process. */
export function readPidNamespace(): IdentityToken {
  return process.platform === "linux" ? textOrNone(() => readlinkSync("/proc/self/ns/pid")) : undefined;
}

/** Whether there is such a process and it has not ended. A zombie has, though its pid is taken until it is collected. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not allowed to signal it: it is there, and another user's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !(process.platform === "linux" && readLinuxStat(pid)?.ended === true);
}

/** proc_pid_stat(5); the name in parentheses, its second field, may itself hold spaces and parentheses. */
function readLinuxStat(pid: number): { ended: boolean; startTicks: string | undefined } | undefined {
  const text = textOrNone(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (text === undefined) return undefined;
  const [state, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const threads = Number(rest[16]);
  // A leader that ended before its other threads shows as a zombie while they go on.
  return { ended: state === "X" || (state === "Z" && threads <= 1), startTicks: rest[18] };
}

/** The language and the time zone of the caller would otherwise be in the text, and make one process look like two. */
function firstLine(program: string, args: string[]): IdentityToken {
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  return textOrNone(() =>
    execFileSync(program, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "ignore"] }),
  );
}

function textOrNone(read: () => string): IdentityToken {
  try {
    const text = read().trim();
    return text === "" ? undefined : text;
  } catch {
    return undefined;
  }
}
