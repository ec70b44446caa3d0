import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Launch } from "./launch.ts";
import { explainSpawnFailure } from "./spawn-failure.ts";

export interface StartedCommand {
  child: ChildProcess;
  /** Also the id of its process group. */
  pid: number;
  /** Null where its stdin is the null device. */
  stdin: Writable | null;
  stdout: Readable;
  stderr: Readable;
}

export type Started = { ok: true; command: StartedCommand } | { ok: false; message: string };

/** Starts the program in a process group of its own, without a shell and without a controlling terminal. */
export async function startCommand(launch: Launch): Promise<Started> {
  try {
    const child = spawnChild(launch);
    const { pid, stdin, stdout, stderr } = child;
    if (pid === undefined || stdout === null || stderr === null) throw await spawnError(child);
    // A program that ends without reading what it is given is no defect of ours.
    stdin?.on("error", () => undefined);
    return { ok: true, command: { child, pid, stdin, stdout, stderr } };
  } catch (error) {
    return { ok: false, message: explainSpawnFailure(error, launch) };
  }
}

function spawnChild({ argv, directory, environment, stdin }: Launch): ChildProcess {
  const [program = "", ...args] = argv;
  return spawn(program, args, {
    cwd: directory,
    env: environment,
    stdio: [stdin ?? "ignore", "pipe", "pipe"],
    // On Windows a detached child would open a window of its own.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

/** Node tells why a spawn failed a tick later. */
function spawnError(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      child.stdin?.destroy();
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(error);
    });
  });
}
