import type { Readable } from "node:stream";
import type { OutputStream } from "./output-stream.ts";

/** The process akm runs in, as the command line sees it; tests hand in one of their own. */
export interface Host {
  env: NodeJS.ProcessEnv;
  /** Throws when the current directory was deleted. */
  cwd(): string;
  stdout: OutputStream;
  stderr: OutputStream;
  stdin: Readable;
  /** How many characters a line of stdout takes; 80 where it is no terminal. */
  columns(): number;
  /** Calls back at each of these signals until the returned function is called. */
  onSignal(signals: readonly NodeJS.Signals[], callback: (signal: NodeJS.Signals) => void): () => void;
  /** Calls back with whatever is thrown where nothing catches it. */
  onCrash(callback: (error: unknown) => void): void;
  /** Ends the process at once, whatever is under way. */
  exitNow(status: number): never;
}
