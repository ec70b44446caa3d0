import type { FrozenAgentEngine } from "../plan/index.ts";

/** How an agent came out of one situation. */
export interface AgentFinding {
  /** The situation's name. */
  name: string;
  verdict: "pass" | "fail" | "not examined";
  /** How it came out, in a few words. */
  told: string;
}

export interface AgentExamination {
  engine: FrozenAgentEngine;
  /** Where the agent works, absolute; it may write there. */
  directory: string;
  signal: AbortSignal;
  /** Told of each situation as it is over. */
  onFinding?: (finding: AgentFinding) => void;
}

/** Sees how a coding agent fares. */
export interface AgentExaminer {
  /**
   * Puts an agent into ten situations, one after the other, and tells how it came out of each, its keys taken out of what is told.
   * When `signal` aborts, what was under way is ended and left out.
   */
  examine(examination: AgentExamination): Promise<AgentFinding[]>;
  /** Kills every process that works for it, at once and without a grace. Never throws. */
  killAllNow(): void;
}
