import { sha256Hex } from "../lib/sha256.ts";

/** A plan's hash: the SHA-256 of its canonical JSON text as stored, lower-case hex. Provenance, never a gate. */
export function hashPlan(planJson: string): string {
  return sha256Hex(planJson);
}
