import { EXEC_DRAIN_GRACE_MS, KILL_SETTLE_MS } from "../../contract/index.ts";
import { watchAbort } from "./abort-watch.ts";
import { endGroup, groupEndsWithin } from "./kill-group.ts";
import type { OutputPipe } from "./output-pipe.ts";
import { hasEnded, readProcStat } from "./proc-stat.ts";
import type { StartedCommand } from "./spawn.ts";

export type Ending =
  /** By itself or by somebody else's signal; `leftBehind` tells that it left processes, which were ended. */
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
 * Once the leader has exited its own outcome stands: its pipes and its group then have the drain grace, no more.
 */
export async function supervise(supervision: Supervision): Promise<Ending> {
  const { command, stdout, stderr } = supervision;
  const first = await firstOf(supervision);
  if (first !== "exited") {
    await endGroup(command.pid);
    await collectLeader(command);
    await giveUpPipes(stdout, stderr);
    return { kind: first };
  }
  const exitedAt = performance.now();
  await drain(stdout, stderr);
  const graceLeftMs = EXEC_DRAIN_GRACE_MS - (performance.now() - exitedAt);
  const leftBehind = !(await groupEndsWithin(command.pid, graceLeftMs));
  if (leftBehind) await endGroup(command.pid);
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
    const finishUnlessExited = (first: "timed-out" | "aborted") => {
      void exitIsKnown(command).then((exited) => {
        if (!exited) finish(first);
      });
    };
    command.child.once("exit", () => finish("exited"));
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => finishUnlessExited("timed-out"), timeoutMs);
    const unwatch = watchAbort(signal, () => finishUnlessExited("aborted"));
  });
}

/**
 * Whether the leader ended before now. An engine that was itself suspended wakes to a timer long due and an exit it
 * has not seen yet; so the event loop first takes a full turn, and on Linux the process table is asked.
 */
async function exitIsKnown({ child, pid }: StartedCommand): Promise<boolean> {
  await fullTurn();
  if (child.exitCode !== null || child.signalCode !== null) return true;
  const stat = process.platform === "linux" ? readProcStat(pid) : undefined;
  return stat !== undefined && hasEnded(stat);
}

/** Waits for both pipes to end, 2 s at most, then lets go of what is still held. */
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

/** What was written before is read; nobody waits for a holder outside the group. */
async function giveUpPipes(stdout: OutputPipe, stderr: OutputPipe): Promise<void> {
  await fullTurn();
  stdout.giveUp();
  stderr.giveUp();
}

/** The exit of a killed leader is a turn away; one that the kernel cannot end is let go. */
function collectLeader({ child }: StartedCommand): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.unref();
      resolve();
    }, KILL_SETTLE_MS);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Resolves when the event loop has polled for everything that was already there. */
function fullTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}
