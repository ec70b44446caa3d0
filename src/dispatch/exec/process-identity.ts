import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { compact } from "../../lib/compact.ts";
import type { ProcessIdentity } from "../../run/index.ts";
import { readProcStat } from "./proc-stat.ts";

/** What tells a process from a later one with its pid. Costs a file read on Linux, a `ps` on other Unixes. */
export function identifyProcess(pid: number): ProcessIdentity {
  return compact({ pid, startToken: readStartToken(pid), bootId: readBootId() });
}

/** Whether the process of that identity still runs; without a start time nothing is proven, so the answer is no. */
export function isStillThere(identity: ProcessIdentity): boolean {
  if (identity.startToken === undefined || identity.bootId !== readBootId()) return false;
  return readStartToken(identity.pid) === identity.startToken;
}

function readStartToken(pid: number): string | undefined {
  switch (process.platform) {
    case "linux":
      return readProcStat(pid)?.startTicks;
    case "win32":
      return undefined;
    default:
      return firstLine("ps", ["-o", "lstart=", "-p", String(pid)]);
  }
}

let bootId: string | undefined;

function readBootId(): string | undefined {
  bootId ??= process.platform === "linux" ? readLinuxBootId() : readDarwinBootId();
  return bootId;
}

function readLinuxBootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    return undefined;
  }
}

function readDarwinBootId(): string | undefined {
  return process.platform === "darwin" ? firstLine("sysctl", ["-n", "kern.bootsessionuuid"]) : undefined;
}

function firstLine(program: string, args: string[]): string | undefined {
  try {
    const output = execFileSync(program, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    return output === "" ? undefined : output;
  } catch {
    return undefined;
  }
}
