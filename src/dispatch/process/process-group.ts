import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { hasEnded, listPids, readProcStat } from "../../host/index.ts";
import { errorCode } from "./error-code.ts";

const POLL_FIRST_MS = 1;
const POLL_MAX_MS = 50;

/** A process group, asked again and again whether anybody in it still lives. Its id is its leader's pid. */
export class ProcessGroup {
  readonly id: number;
  /** On Linux one member known to live spares a look through all of `/proc`. */
  #knownMember: number | undefined;

  constructor(id: number) {
    this.id = id;
    this.#knownMember = id;
  }

  /** Zombies, which only wait for their parent to collect them, do not count. */
  someoneLives(): boolean {
    if (!this.#exists()) return false;
    if (process.platform !== "linux") return true;
    if (this.#knownMember !== undefined && this.#lives(this.#knownMember)) return true;
    const pids = listPids();
    this.#knownMember = pids.find((pid) => this.#lives(pid));
    // Without a `/proc` to look into, what exists counts as living.
    return this.#knownMember !== undefined || pids.length === 0;
  }

  /** True as soon as nobody lives, false when someone still does after `graceMs`. */
  async emptiesWithin(graceMs: number): Promise<boolean> {
    const deadline = performance.now() + graceMs;
    for (let pollMs = POLL_FIRST_MS; this.someoneLives(); pollMs = Math.min(2 * pollMs, POLL_MAX_MS)) {
      if (performance.now() >= deadline) return false;
      await sleep(pollMs);
    }
    return true;
  }

  /** To every member. Never throws: a group that is gone or not ours to signal shows in {@link someoneLives}. */
  signal(signal: NodeJS.Signals): void {
    if (process.platform === "win32") {
      spawnSync("taskkill", ["/T", "/F", "/PID", String(this.id)], { stdio: "ignore", windowsHide: true });
      return;
    }
    try {
      process.kill(-this.id, signal);
    } catch {
      // Said above.
    }
  }

  /** Also true of a group of zombies. */
  #exists(): boolean {
    try {
      withoutStacks(() => process.kill(process.platform === "win32" ? this.id : -this.id, 0));
      return true;
    } catch (error) {
      // macOS says EPERM of a group of zombies; elsewhere it means members of another user, who live.
      return errorCode(error) === "EPERM" && process.platform !== "darwin";
    }
  }

  #lives(pid: number): boolean {
    const stat = readProcStat(pid);
    return stat !== undefined && stat.groupId === this.id && !hasEnded(stat);
  }
}

/** Kills each of the groups without a grace. Never throws. */
export function killAllNow(groupIds: Iterable<number>): void {
  for (const id of groupIds) new ProcessGroup(id).signal("SIGKILL");
}

/** Each unit ends in such an error, as its group is gone by then; most of what that costs is a stack that nobody reads. */
function withoutStacks<T>(call: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
