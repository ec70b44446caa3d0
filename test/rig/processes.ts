import { spawnSync } from "node:child_process";

/** Whether a process does anything any more; one that has ended and was not yet taken note of does not. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  const state = stdout.trim();
  return state !== "" && !state.startsWith("Z");
}

/** How many processes have this one as their parent. */
export function childCount(pid: number): number {
  const { stdout } = spawnSync("ps", ["-A", "-o", "ppid="], { encoding: "utf8" });
  return stdout.split("\n").filter((parent) => Number(parent) === pid && parent.trim() !== "").length;
}

/** A line of shell that tells it has begun and goes on once the file `go` is there, or the test's directory is gone. */
export const WAITS = 'touch started; while [ ! -e go ] && [ -d "$PWD" ]; do sleep 0.05; done';
