import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { KILL_GRACE_MS, KILL_SETTLE_MS } from "../../contract/index.ts";
import { errorCode } from "./error-code.ts";
import { hasEnded, listPids, readProcStat } from "./proc-stat.ts";

const POLL_FIRST_MS = 1;
const POLL_MAX_MS = 50;

/**
 * SIGTERM, 5 s, SIGKILL to every process of the group (decision R7). Resolves once none of them lives, zombies aside,
 * or 1 s after SIGKILL.
 */
export async function endGroup(groupId: number): Promise<void> {
  const members = new GroupMembers(groupId);
  if (!members.someoneLives()) return;
  signalGroup(groupId, "SIGTERM");
  // A stopped process can heed the first signal only once it goes on.
  signalGroup(groupId, "SIGCONT");
  if (await emptiesWithin(members, KILL_GRACE_MS)) return;
  killGroupNow(groupId);
  await emptiesWithin(members, KILL_SETTLE_MS);
}

/** Resolves true as soon as nobody in the group lives, false when someone still does after `graceMs`. */
export async function groupEndsWithin(groupId: number, graceMs: number): Promise<boolean> {
  return emptiesWithin(new GroupMembers(groupId), graceMs);
}

/** SIGKILL to the group, synchronously. Never throws. */
export function killGroupNow(groupId: number): void {
  signalGroup(groupId, "SIGKILL");
}

async function emptiesWithin(members: GroupMembers, graceMs: number): Promise<boolean> {
  const deadline = performance.now() + graceMs;
  for (let pollMs = POLL_FIRST_MS; members.someoneLives(); pollMs = Math.min(2 * pollMs, POLL_MAX_MS)) {
    if (performance.now() >= deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/T", "/F", "/PID", String(groupId)], { stdio: "ignore", windowsHide: true });
    return;
  }
  try {
    process.kill(-groupId, signal);
  } catch {
    // Gone in the meantime, or not ours to signal: the polling tells.
  }
}

/** A process group asked again and again; on Linux one member known to live spares the look through `/proc`. */
class GroupMembers {
  readonly #groupId: number;
  #knownMember: number | undefined;

  constructor(groupId: number) {
    this.#groupId = groupId;
  }

  someoneLives(): boolean {
    if (!groupExists(this.#groupId)) return false;
    if (this.#knownMember !== undefined && this.#lives(this.#knownMember)) return true;
    const pids = listPids();
    this.#knownMember = pids.find((pid) => this.#lives(pid));
    // Without a `/proc` to look into, what exists counts as living.
    return this.#knownMember !== undefined || pids.length === 0;
  }

  #lives(pid: number): boolean {
    const stat = readProcStat(pid);
    return stat !== undefined && stat.groupId === this.#groupId && !hasEnded(stat);
  }
}

/** Zombies count here. */
function groupExists(groupId: number): boolean {
  try {
    process.kill(process.platform === "win32" ? groupId : -groupId, 0);
    return true;
  } catch (error) {
    // macOS says EPERM of a group of zombies; elsewhere it means a member of another user, who lives.
    return errorCode(error) === "EPERM" && process.platform !== "darwin";
  }
}
