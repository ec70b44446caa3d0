import type { JsonObject } from "../../../contract/index.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";
import type { Variables } from "../../process/variables.ts";
import type { AgentReport } from "../agent-report.ts";
import type { AgentProgress } from "../progress.ts";

/** A platform whose attempts are one process each: the prompt goes in, a report comes out, the process ends. */
export interface SpawnedPlatform {
  /** What is started where the engine names no `bin`; undefined where it must. */
  program: string | undefined;
  invoke(ask: Ask): Invocation;
  read(reading: Reading): OutputReader;
  /** Where the agent keeps its own record of a session, if it is there. */
  findTranscript?(sessionId: string, place: Place): string | undefined;
}

export interface Ask {
  engine: FrozenAgentEngine;
  prompt: string;
  schema: JsonObject | undefined;
  /** Keeps a text in a file that only this user can read and that is gone after the attempt; returns its path. */
  writeFile(name: string, content: string): string;
}

export type Invocation =
  | {
      /** Put behind the engine's own `args`. */
      args: string[];
      /** Written to its stdin, which is closed then. Absent: its stdin is the null device. */
      stdin?: string;
    }
  /** Why it cannot be asked this. */
  | { refusal: string };

export interface Reading {
  engine: FrozenAgentEngine;
  schema: JsonObject | undefined;
  progress: AgentProgress;
}

/** Reads one agent's stdout. */
export interface OutputReader {
  append(chunk: Buffer): void;
  /** Whether the agent has printed its last record by now. */
  readonly isFinal: boolean;
  /** To be called once, when no more comes. */
  report(end: OutputEnd): AgentReport;
}

export interface OutputEnd {
  /** Null for a signal, and where it was not waited for. */
  exitCode: number | null;
  /** The end of it. */
  stderr: string;
}

export interface Place {
  environment: Variables;
  directory: string;
}

/** Whether the user's own arguments hold one of these options, alone or as `--option=value`. */
export function mentions(args: readonly string[], ...options: string[]): boolean {
  return args.some((arg) => options.some((option) => arg === option || arg.startsWith(`${option}=`)));
}
