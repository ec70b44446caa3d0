import { readdirSync, readFileSync } from "node:fs";

/** What Linux tells of a process in `/proc/<pid>/stat`, as proc_pid_stat(5) has it. */
export interface ProcStat {
  /** One letter; `Z` and `X` have ended and only wait to be collected. */
  state: string;
  parentId: number;
  groupId: number;
  threads: number;
  /** Clock ticks from the boot to its start, in decimal digits. */
  startTicks: string;
}

/** Undefined when there is no such process, or no `/proc`. */
export function readProcStat(pid: number): ProcStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // The second field is the program's name in parentheses and may hold anything, also spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parentId = "", groupId = ""] = fields;
  return {
    state,
    parentId: Number(parentId),
    groupId: Number(groupId),
    threads: Number(fields[17]),
    startTicks: fields[19] ?? "",
  };
}

/** Ended, though its parent may not have collected it; a leader whose other threads still run has not ended. */
export function hasEnded(stat: ProcStat): boolean {
  return stat.state === "X" || (stat.state === "Z" && stat.threads <= 1);
}

/** Every pid there is, empty where there is no `/proc`. */
export function listPids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
