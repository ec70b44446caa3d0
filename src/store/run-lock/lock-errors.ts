import { dirname } from "node:path";
import { AkmError } from "../../errors/index.ts";
import { fileTrouble } from "../../lib/file-trouble.ts";
import type { LockHolder } from "../../ports/index.ts";

export function leaseHeld(runId: string, path: string, holder: LockHolder, foreign: boolean): AkmError {
  const { pid, host, acquiredAt } = holder;
  return new AkmError(
    "RUN_LEASE_HELD",
    `Run ${runId} is driven by pid ${pid} on host ${host} since ${acquiredAt}.`,
    {
      hint: foreign
        ? `That process cannot be examined from here (another host or container). If it is gone, use --take-over; the lock is ${path}.`
        : "Wait for it to end, or stop that process; the run can then be continued.",
    },
  );
}

export function lockUnwritable(path: string, error: unknown): AkmError {
  return new AkmError("STATE_DB_UNWRITABLE", `The run lock ${path} cannot be used: ${fileTrouble(error)}.`, {
    hint: `Make the directory ${dirname(path)} writable for this user.`,
    cause: error,
  });
}

/** Whether somebody drives the run is not known then, so nobody may take it to be free. */
export function lockUnreadable(path: string, error: unknown): AkmError {
  return new AkmError("STATE_DB_UNWRITABLE", `The run lock ${path} cannot be read: ${fileTrouble(error)}.`, {
    hint: `Give this user the right to read and write ${dirname(path)} and the files in it; if no akm drives the run, the file may be removed.`,
    cause: error,
  });
}

export function lockObstructed(path: string): AkmError {
  return new AkmError("STATE_DB_UNWRITABLE", `Where the run lock belongs, ${path}, there is a directory.`, {
    hint: `Remove the directory ${path}; akm did not make it.`,
  });
}
