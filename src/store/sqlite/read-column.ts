import type { Json } from "../../contract/index.ts";
import type { StepEvidence } from "../../step/index.ts";

/** What a column holds makes no sense; {@link translateError} names the file and calls it damaged. */
export class DamagedColumnError extends Error {
  override readonly name = "DamagedColumnError";
}

export function readJson<T extends Json>(text: string, column: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new DamagedColumnError(`${column} is not JSON`, { cause: error });
  }
}

export function readEvidence(text: string): StepEvidence {
  return readJson<Json>(text, "workflow_run_steps.evidence_json") as unknown as StepEvidence;
}

/** The one place where a word that a later version retires is given its present one. */
export function readWord<T extends string>(words: readonly T[], text: string, column: string): T {
  if ((words as readonly string[]).includes(text)) return text as T;
  throw new DamagedColumnError(`${column} holds the unknown word ${JSON.stringify(text)}`);
}
