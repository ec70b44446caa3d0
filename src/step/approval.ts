import type { Json, JsonObject } from "../contract/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { sha256Hex } from "../lib/sha256.ts";

/** A person's answer at a gate, as its row keeps it; a verdict like a judge's, and who gave it about what. */
export interface Approval {
  complete: boolean;
  /** The operating system's user name. */
  by: string;
  note: string;
  artifactHash: string;
}

/** The node of the answers people gave at a step's gate, whose ids are `<step>.approval:l<number>`. */
export function approvalNode(stepId: string): string {
  return `${stepId}.approval`;
}

/** SHA-256 of the artifact's canonical JSON, lower-case hex: an approval holds for this artifact alone. */
export function artifactHash(artifact: Json): string {
  return sha256Hex(canonicalJson(artifact));
}

export function approvalResult({ complete, by, note, artifactHash }: Approval): JsonObject {
  return { complete, missing: [], feedback: note, by, artifactHash };
}

/** Whether a recorded answer was given about this artifact. */
export function isAbout(result: Json | undefined, artifact: Json): boolean {
  if (result === null || typeof result !== "object" || Array.isArray(result)) return false;
  return result.artifactHash === artifactHash(artifact);
}
