import type { FailureReason, Json } from "../contract/index.ts";

/** The record of how a step came out. */
export interface StepEvidence {
  output: Json;
  units: EvidenceUnit[];
  /** Units left out where the list alone would be longer than a row may be; absent when it is whole. */
  unitsOmitted?: number;
}

export interface EvidenceUnit {
  unitId: string;
  status: "completed" | "failed";
  failureReason: FailureReason | null;
}
