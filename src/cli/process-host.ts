import type { Host } from "./host.ts";
import { openOutputStream } from "./output-stream.ts";

const COLUMNS_ELSEWHERE = 80;

/** The running process as a host. `exitNow` is handed in, since ending the process is for `main.ts` alone. */
export function openProcessHost(own: NodeJS.Process, exitNow: (status: number) => never): Host {
  const stdout = openOutputStream(1);
  return {
    env: own.env,
    cwd: () => own.cwd(),
    stdout,
    stderr: openOutputStream(2),
    get stdin() {
      return own.stdin;
    },
    columns: () => (stdout.isTerminal ? own.stdout.columns : undefined) || COLUMNS_ELSEWHERE,
    onSignal(signals, callback) {
      for (const signal of signals) own.on(signal, callback);
      return () => {
        for (const signal of signals) own.off(signal, callback);
      };
    },
    onCrash: (callback) => {
      own.on("uncaughtException", callback);
    },
    exitNow,
  };
}
