import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDispatcher, type DispatcherOptions } from "../../src/dispatch/index.ts";
import type { FrozenTarget, ShellTarget } from "../../src/plan/index.ts";
import type { DispatchRequest } from "../../src/ports/index.ts";
import type { AttemptOutcome, ProcessIdentity } from "../../src/run/index.ts";

/** How a test wants a command dispatched; whatever it leaves out is an ordinary unit without a schema or a timeout. */
export interface CommandCase extends Partial<Omit<DispatchRequest, "target" | "context">> {
  command: string[];
  /** In place of the command. */
  target?: FrozenTarget;
  /** Relative to `cwd`. */
  directory?: string;
  passEnv?: string[];
  context?: Partial<DispatchRequest["context"]>;
  signal?: AbortSignal;
  environment?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  onProcess?: (identity: () => ProcessIdentity) => void;
}

export interface Dispatched {
  outcome: AttemptOutcome;
  warnings: string[];
  durationMs: number;
}

/** Runs a real command through the real dispatcher. */
export async function dispatchCommand(commandCase: CommandCase): Promise<Dispatched> {
  const { environment = process.env, platform, signal, onProcess } = commandCase;
  const options: DispatcherOptions = platform === undefined ? { environment } : { environment, platform };
  const warnings: string[] = [];
  const startedAt = performance.now();
  const outcome = await createDispatcher(options).dispatch(
    requestOf(commandCase),
    signal ?? new AbortController().signal,
    { onProcess: onProcess ?? (() => undefined), onWarning: (message) => warnings.push(message) },
  );
  return { outcome, warnings, durationMs: performance.now() - startedAt };
}

/** The same with `sh -c`, for what only a shell can say. */
export function dispatchShell(script: string, rest: Omit<CommandCase, "command"> = {}): Promise<Dispatched> {
  return dispatchCommand({ ...rest, command: ["sh", "-c", script] });
}

export function requestOf({
  command,
  directory,
  passEnv = [],
  context,
  target: other,
  ...rest
}: CommandCase): DispatchRequest {
  const target: ShellTarget = { kind: "shell", command, passEnv };
  return {
    runId: "run-1",
    stepId: "build",
    unitId: "build:solo",
    dispatchId: "dispatch-1",
    attempt: 1,
    instructions: "Build it.\n",
    cwd: tmpdir(),
    env: [],
    prompt: () => ({ text: "Build it.\n", parts: [] }),
    ...rest,
    target: other ?? (directory === undefined ? target : { ...target, cwd: directory }),
    context: { params: "{}", ...context },
  };
}

/** A fresh directory, its links resolved, and what removes it. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "akm-exec-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Resolves once the condition holds; rejects after 10 s of it not holding. */
export async function eventually(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`never true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Whether a process of that pid runs; a zombie does not. */
export { isRunning } from "../../src/host/index.ts";
