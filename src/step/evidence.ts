import type { FailureReason, Json } from "../contract/index.ts";

/** The record of how a step came out. */
export interface StepEvidence {
  output: Json;
  units: EvidenceUnit[];
}

export interface EvidenceUnit {
  unitId: string;
  status: "completed" | "failed";
  failureReason: FailureReason | null;
}
