import { findNul } from "../process/nul-byte.ts";
import { type StartedCommand, startCommand } from "../process/spawn.ts";
import type { Variables } from "../process/variables.ts";
import { failed } from "./outcome.ts";
import type { AgentAttempt, AgentRun } from "./platform.ts";

export interface AgentLaunch {
  /** Put before the whole command line: what starts it in our place. */
  keeper?: readonly string[];
  /** The platform's usual program; undefined where the engine must name one. */
  program: string | undefined;
  /** Put behind the engine's own. */
  args: readonly string[];
  /** The unit's own unless told. */
  directory?: string;
  environment: Variables;
  stdin: "pipe" | undefined;
}

type NotRun = Extract<AgentRun, { ok: false }>;
export type Launched = { ok: true; command: StartedCommand } | NotRun;

/** Starts an agent's program in the unit's directory. Fails `spawn_failed` with what to do about it. */
export async function launchAgent(attempt: AgentAttempt, launch: AgentLaunch): Promise<Launched> {
  const { engine } = attempt;
  const program = engine.bin ?? launch.program;
  if (program === undefined)
    return refuse(`Engine ${engine.name} names no program; set engines.${engine.name}.bin.`);
  const argv = [...(launch.keeper ?? []), program, ...engine.args, ...launch.args];
  const nul = findNul(argv, launch.environment);
  if (nul !== undefined) return refuse(`${nul} holds a NUL byte, which no program can be handed.`);
  const { environment, stdin, directory = attempt.directory } = launch;
  const started = await startCommand({
    argv,
    directory,
    environment,
    ...(stdin === undefined ? {} : { stdin }),
  });
  if (started.ok) return started;
  return refuse(`${started.message} Install it, or name it in engines.${engine.name}.bin.`);
}

function refuse(message: string): NotRun {
  return { ok: false, failure: failed("spawn_failed", message) };
}
