import { EXEC_DRAIN_GRACE_MS, KILL_SETTLE_MS } from "../../contract/index.ts";
import { hasEnded, readProcStat } from "../../host/index.ts";
import { watchAbort } from "./abort-watch.ts";
import { killGroup } from "./kill-group.ts";
import type { OutputPipe } from "./output-pipe.ts";
import { ProcessGroup } from "./process-group.ts";
import type { StartedCommand } from "./spawn.ts";

export type Ending =
  /** By itself or by a signal not ours; `leftBehind` tells that it left processes running, which were ended. */
  | { kind: "exited"; exitCode: number | null; signal: NodeJS.Signals | null; leftBehind: boolean }
  | { kind: "timed-out" }
  | { kind: "aborted" };

export interface Supervision {
  command: StartedCommand;
  stdout: OutputPipe;
  stderr: OutputPipe;
  /** Absent: unbounded. */
  timeoutMs: number | undefined;
  signal: AbortSignal;
}

/**
 * Follows a command until neither it nor anything in its process group lives and both pipes are done with.
 * Once the leader has exited by itself its own outcome stands; pipes and group then have the drain grace, no more.
 */
export async function supervise(supervision: Supervision): Promise<Ending> {
  const { command, stdout, stderr } = supervision;
  const group = new ProcessGroup(command.pid);
  const first = await firstOf(supervision);
  if (first !== "exited") {
    await killGroup(group);
    await collectLeader(command);
    await giveUpPipes(stdout, stderr);
    return { kind: first };
  }
  const graceEndsAt = performance.now() + EXEC_DRAIN_GRACE_MS;
  await drain(stdout, stderr);
  const leftBehind = !(await group.emptiesWithin(graceEndsAt - performance.now()));
  if (leftBehind) await killGroup(group);
  const { exitCode, signalCode: signal } = command.child;
  return { kind: "exited", exitCode, signal, leftBehind };
}

/** What comes first: the leader's exit, the end of its budget, or the signal. */
function firstOf({ command, timeoutMs, signal }: Supervision): Promise<"exited" | "timed-out" | "aborted"> {
  return new Promise((resolve) => {
    const finish = (first: "exited" | "timed-out" | "aborted") => {
      clearTimeout(timer);
      unwatch();
      resolve(first);
    };
    const finishUnlessExited = async (first: "timed-out" | "aborted") => {
      if (!(await exitIsDue(command))) finish(first);
    };
    command.child.once("exit", () => finish("exited"));
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(finishUnlessExited, timeoutMs, "timed-out" as const);
    const unwatch = watchAbort(signal, () => void finishUnlessExited("aborted"));
    if (signal.aborted) void finishUnlessExited("aborted");
  });
}

/**
 * Whether the leader ended before now, seen or not. An engine that was itself suspended wakes to a timer long due and
 * an exit it has not been told of; so the event loop takes a full turn first, and on Linux the process table is asked.
 */
async function exitIsDue({ child, pid }: StartedCommand): Promise<boolean> {
  await fullTurn();
  if (child.exitCode !== null || child.signalCode !== null) return true;
  const stat = readProcStat(pid);
  return stat !== undefined && hasEnded(stat);
}

/** Waits for both pipes to end, 2 s at most, then lets go of what somebody still holds. */
async function drain(stdout: OutputPipe, stderr: OutputPipe): Promise<void> {
  if (stdout.isOpen || stderr.isOpen) await settledWithin([stdout, stderr], EXEC_DRAIN_GRACE_MS);
  if (stdout.isOpen || stderr.isOpen) await giveUpPipes(stdout, stderr);
}

function settledWithin(pipes: readonly OutputPipe[], graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, graceMs);
    const check = () => {
      if (pipes.some((pipe) => pipe.isOpen)) return;
      clearTimeout(timer);
      resolve();
    };
    for (const pipe of pipes) pipe.whenSettled(check);
  });
}

/** What is in the pipes by now is still read; what comes later is not waited for. */
async function giveUpPipes(stdout: OutputPipe, stderr: OutputPipe): Promise<void> {
  await fullTurn();
  stdout.giveUp();
  stderr.giveUp();
}

/** The exit of a killed leader is a turn away; one that the kernel cannot end is let go. */
function collectLeader({ child }: StartedCommand): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const letGo = () => {
      child.unref();
      resolve();
    };
    const timer = setTimeout(letGo, KILL_SETTLE_MS);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Resolves when the event loop has polled for all that was there already. */
function fullTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}
