import { INPUT_HASH_VERSION, type Json, type JsonObject } from "../contract/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { sha256Hex } from "../lib/sha256.ts";
import type { PlanEnvBinding, PlanUnit } from "../plan/index.ts";

/** Everything a step's units are asked in common. */
export interface SharedInput {
  instructions: string;
  unit: PlanUnit;
  outputSchema?: JsonObject;
  /** Canonical JSON texts, made once a step. */
  paramsJson: string;
  inputsJson?: string;
  taskInputsJson?: string;
  feedback?: Json;
}

/**
 * The digest of what all units of a step share. It is taken once a step, so that a map over a long list does not hash
 * the params anew for each of its items. `retry` and `onError` are left out: they change no completed unit.
 */
export function sharedInputDigest(input: SharedInput): string {
  const { target, timeoutMs, env, isolation } = input.unit;
  return sha256Hex(
    canonicalJson({
      hashVersion: INPUT_HASH_VERSION,
      instructions: input.instructions,
      target: target as unknown as JsonObject,
      timeoutMs: timeoutMs ?? null,
      env: env.map(bindingIdentity),
      isolation,
      outputSchema: input.outputSchema ?? null,
      params: input.paramsJson,
      inputs: input.inputsJson ?? null,
      ...(input.taskInputsJson === undefined ? {} : { taskInputs: input.taskInputsJson }),
      ...(input.feedback === undefined ? {} : { feedback: input.feedback }),
    }),
  );
}

/**
 * The input hash of one unit: 64 hex characters over the shared digest and its item. Recorded with each attempt for
 * information; a completed unit is reused by its id, whatever its hash says.
 */
export function inputHash(sharedDigest: string, canonicalItem: string | undefined): string {
  return sha256Hex(canonicalItem === undefined ? sharedDigest : `${sharedDigest}\n${canonicalItem}`);
}

/** Names and refs only: a resolved value in a durable hash would be an oracle for the secret. */
function bindingIdentity(binding: PlanEnvBinding): JsonObject {
  return { ...binding };
}
