import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { AkmError } from "../../errors/index.ts";
import type { Launch } from "./launch.ts";
import { explainSpawnFailure } from "./spawn-failure.ts";

export interface PassedThrough {
  /** The child's, or 128 and the signal's number, as shells report a death by signal. */
  exitStatus: number;
}

/**
 * Runs a program in akm's own place: the same streams, untouched, the same process group, so that a terminal's Ctrl-C reaches it.
 * `onStart` is handed what forwards a signal to it. Errors: `ASSET_NOT_FOUND` for a program that cannot be started.
 */
export async function passThrough(
  launch: Launch,
  onStart: (forward: (signal: NodeJS.Signals) => void) => void,
): Promise<PassedThrough> {
  const [program = "", ...args] = launch.argv;
  const { directory: cwd, environment: env } = launch;
  try {
    const child = spawn(program, args, { cwd, env, stdio: "inherit", windowsHide: false });
    onStart((signal) => child.kill(signal));
    return { exitStatus: await exitStatusOf(child) };
  } catch (cause) {
    throw new AkmError("ASSET_NOT_FOUND", explainSpawnFailure(cause, launch), { cause });
  }
}

function exitStatusOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
