import type { JsonObject } from "../../contract/index.ts";
import type { FrozenAgentEngine } from "../../plan/index.ts";
import type { ProcessIdentity } from "../../run/index.ts";
import type { Scrub } from "../llm/scrub.ts";
import type { Failure } from "../process/outcome.ts";
import type { Ending } from "../process/supervise.ts";
import type { Variables } from "../process/variables.ts";
import type { AgentHost } from "./agent-host.ts";
import type { AgentReport } from "./agent-report.ts";
import type { AgentProgress } from "./progress.ts";

/** A coding agent as one attempt speaks to it. One file per platform implements it. */
export type Platform = (host: AgentHost, attempt: AgentAttempt) => Promise<AgentRun>;

export interface AgentAttempt {
  engine: FrozenAgentEngine;
  /** The whole text of the unit, at least one character long. */
  prompt: string;
  /** What the answer must satisfy; the prompt asks for it in words already. */
  schema: JsonObject | undefined;
  /** The key of the model server that the engine lends its agent. */
  modelKey: string | undefined;
  /** The directory to work in, absolute. */
  directory: string;
  /** What the agent's process sees, the unit's context included. */
  environment: Variables;
  /** The same without the context, so alike for every unit that shares its bindings. */
  sharedEnvironment: Variables;
  /** Absent: unbounded. */
  timeoutMs: number | undefined;
  signal: AbortSignal;
  scrub: Scrub;
  progress: AgentProgress;
  onProcess: (identity: () => ProcessIdentity) => void;
  onWarning: (message: string) => void;
}

export type AgentEnding =
  | Ending
  /** It had told its result and did not exit; it was ended. */
  | { kind: "lingered" }
  /** It had answered, and waits for more by design; it was told to end. */
  | { kind: "dismissed" };

export type AgentRun =
  | {
      ok: true;
      ending: AgentEnding;
      report: AgentReport;
      /** The end of its stderr. */
      stderr: string;
      /** Its output may be cut short: somebody it started held it open. */
      isCut: boolean;
    }
  /** Nothing was asked of it. */
  | { ok: false; failure: Failure };
