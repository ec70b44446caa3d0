import type { JsonObject } from "../../contract/index.ts";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import type { UsableKey } from "./api-key.ts";
import type { Deadline } from "./deadline.ts";
import type { LlmHost, LlmLibraries } from "./llm-host.ts";
import type { Scrub } from "./scrub.ts";

/** An attempt that has its turn, with all its requests need. */
export interface LlmAttempt {
  host: LlmHost;
  libraries: LlmLibraries;
  engine: FrozenLlmEngine;
  /** The engine's endpoint. */
  url: URL;
  prompt: string;
  schema: JsonObject | undefined;
  key: UsableKey;
  timeoutMs: number | undefined;
  deadline: Deadline;
  scrub: Scrub;
  onProgress: ((text: string) => void) | undefined;
  /** Names the engine before the message. */
  onWarning: (message: string) => void;
}

/** For what is the same at every attempt: it is said the first time in a process. */
export function warnOnce({ host, engine, onWarning }: LlmAttempt, message: string): void {
  if (host.isNews(`${engine.name}: ${message}`)) onWarning(message);
}
