import type { Json } from "../../contract/index.ts";
import type { AttemptUsage } from "../../run/index.ts";

/** What an agent told of its attempt, in the words that all platforms share. */
export interface AgentReport {
  /** Its final text; absent when it gave none. */
  text?: string;
  /** The value a platform hands over apart from the text; a value that is no strict JSON is refused with its reason. */
  structured?: { ok: true; value: Json } | { ok: false; message: string };
  /** What its own error fields say; a failure whatever the exit status is. */
  error?: AgentError;
  /** Its last record was printed: whatever it does from here on changes nothing. */
  isFinal: boolean;
  usage: AttemptUsage;
  /** What the user should know besides, e.g. tools it was not allowed. */
  warnings: string[];
}

export interface AgentError {
  message: string;
  /** The HTTP status of its model server, where it tells. */
  status?: number;
}

/** The report of an agent that has said nothing yet. */
export function emptyReport(): AgentReport {
  return { isFinal: false, usage: {}, warnings: [] };
}
