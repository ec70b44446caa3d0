import { Readable } from "node:stream";
import type { Host } from "../../src/cli/host.ts";

/** A process that keeps what it is told. */
export function scriptedHost() {
  const kept = { stdout: "", stderr: "", statuses: [] as number[], crash: (_: unknown): void => undefined };
  const stream = (name: "stdout" | "stderr") => ({
    isTerminal: false,
    write: (text: string) => {
      kept[name] += text;
    },
    flush: async () => undefined,
    failure: () => undefined,
  });
  const host: Host = {
    env: {},
    cwd: () => "/",
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    columns: () => 80,
    stdin: Readable.from([]),
    onSignal: () => () => undefined,
    onCrash: (callback) => {
      kept.crash = callback;
    },
    exitNow: ((status: number) => {
      kept.statuses.push(status);
    }) as Host["exitNow"],
  };
  return { host, kept };
}
