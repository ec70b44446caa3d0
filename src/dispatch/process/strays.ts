import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { KILL_GRACE_MS, KILL_SETTLE_MS } from "../../contract/index.ts";
import { hasEnded, listPids, readProcStat } from "../../host/index.ts";
import type { AttemptRecord } from "../../run/index.ts";
import { killGroup } from "./kill-group.ts";
import { ProcessGroup } from "./process-group.ts";
import { isStillThere } from "./process-identity.ts";

const POLL_MS = 20;
const DISPATCH_VARIABLE = "\0AKM_DISPATCH_ID=";

/**
 * Ends what a dead engine left running for the attempts among these that are still `running`: the process groups whose
 * leader is the very process that was recorded; then, on Linux, every process that carries the dispatch id of one,
 * which also finds what was never recorded and what left its group. Never this process or one it descends from.
 */
export async function reapStrays(attempts: readonly AttemptRecord[]): Promise<void> {
  const open = attempts.filter(({ status }) => status === "running");
  if (open.length === 0) return;
  await Promise.all(open.map(endRecordedGroup));
  if (process.platform === "linux") await endMarked(new Set(open.map(({ dispatchId }) => dispatchId)));
}

async function endRecordedGroup({ process: recorded }: AttemptRecord): Promise<void> {
  if (recorded === undefined || !isStillThere(recorded)) return;
  const ownGroup = readProcStat(process.pid)?.groupId ?? process.pid;
  if (recorded.pid !== ownGroup) await killGroup(new ProcessGroup(recorded.pid));
}

/**
 * SIGTERM, the grace, SIGKILL, each to each process once; looks again after every wait, as a process that is being
 * ended may still start others.
 */
async function endMarked(dispatchIds: ReadonlySet<string>): Promise<void> {
  const spared = ownLine();
  const signalled = { SIGTERM: new Set<string>(), SIGKILL: new Set<string>() };
  const startedAt = performance.now();
  for (;;) {
    const strays = listPids().flatMap((pid) => (spared.has(pid) ? [] : findMarked(pid, dispatchIds)));
    const elapsedMs = performance.now() - startedAt;
    if (strays.length === 0 || elapsedMs > KILL_GRACE_MS + KILL_SETTLE_MS) return;
    const signal = elapsedMs < KILL_GRACE_MS ? "SIGTERM" : "SIGKILL";
    for (const { pid, identity } of strays) {
      if (!signalled[signal].has(identity)) signalProcess(pid, signal);
      signalled[signal].add(identity);
    }
    await sleep(POLL_MS);
  }
}

/** The process of that pid if it lives and carries one of the ids; `identity` tells it from a later one with its pid. */
function findMarked(pid: number, dispatchIds: ReadonlySet<string>): { pid: number; identity: string }[] {
  const dispatchId = readDispatchId(pid);
  if (dispatchId === undefined || !dispatchIds.has(dispatchId)) return [];
  const stat = readProcStat(pid);
  return stat === undefined || hasEnded(stat) ? [] : [{ pid, identity: `${pid} ${stat.startTicks}` }];
}

/** Undefined for a process of another user, and for one without the variable. */
function readDispatchId(pid: number): string | undefined {
  try {
    const environment = `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}\0`;
    const at = environment.indexOf(DISPATCH_VARIABLE);
    if (at < 0) return undefined;
    const from = at + DISPATCH_VARIABLE.length;
    return environment.slice(from, environment.indexOf("\0", from));
  } catch {
    return undefined;
  }
}

/** This process and all it descends from: an akm that a stray command started must not end itself. */
function ownLine(): Set<number> {
  const line = new Set<number>();
  for (let pid = process.pid; pid > 0 && !line.has(pid); pid = readProcStat(pid)?.parentId ?? 0)
    line.add(pid);
  return line;
}

/** One process rather than its group, which may hold others; SIGCONT lets a stopped one heed the first signal. */
function signalProcess(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
    process.kill(pid, "SIGCONT");
  } catch {
    // Gone in the meantime.
  }
}
