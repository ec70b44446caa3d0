import {
  type Json,
  type JsonObject,
  PLAN_IR_VERSION,
  PLAN_JSON_BYTES_MAX,
  SCHEMA_DEPTH_MAX,
} from "../contract/index.ts";
import { parseStrictJson } from "../lib/strict-json.ts";
import { decodePlanValue } from "./decode-plan.ts";
import type { Plan } from "./plan.ts";
import { StoredValue, Undecodable } from "./stored-value.ts";
import { upgradeOf } from "./upgrade/list.ts";

export type DecodedPlan =
  /** The version it was frozen as, where that is not today's. */
  | { kind: "plan"; plan: Plan; olderVersion?: number; newerVersion?: number }
  /** `newer`: a newer akm froze it, and upgrading is the remedy. `problem` names the value and what is wrong with it. */
  | { kind: "undecodable"; newer: boolean; problem: string };

/** A schema of 64 levels takes two levels of JSON each, below the few of the plan and above the 64 of a plain value. */
const PLAN_DEPTH_MAX = 4 * SCHEMA_DEPTH_MAX;

/**
 * Reads a stored plan by its structure alone: version and hash are provenance, not gates. Older plans are brought up to
 * today's form first; a newer one that has today's form simply decodes. Never throws, whatever the text.
 */
export function decodePlan(text: string): DecodedPlan {
  if (Buffer.byteLength(text) > PLAN_JSON_BYTES_MAX) {
    return undecodable(`the plan has more than ${PLAN_JSON_BYTES_MAX} bytes`, saysNewer(text));
  }
  const parsed = parseStrictJson(text, { depthMax: PLAN_DEPTH_MAX });
  if (!parsed.ok) {
    const problem = `the plan is not JSON: ${parsed.message}, at offset ${parsed.offset}`;
    return undecodable(problem, saysNewer(text));
  }
  const version = isObject(parsed.value) ? parsed.value.irVersion : undefined;
  if (!isObject(parsed.value) || !Number.isInteger(version))
    return undecodable("irVersion: must be a whole number");
  return decodeVersion(parsed.value, version as number);
}

/**
 * Whether a text that cannot be taken apart says that a newer akm froze it, whose bounds may be others. Plans are stored as
 * canonical JSON, so their own irVersion is the first one among keys; the same words in a text have their quotes escaped.
 */
function saysNewer(text: string): boolean {
  const stated = /"irVersion":\s*(\d{1,9})\b/.exec(text)?.[1];
  return Number(stated) > PLAN_IR_VERSION;
}

function decodeVersion(stored: JsonObject, version: number): DecodedPlan {
  const newer = version > PLAN_IR_VERSION;
  const upgrade = upgradeOf(version);
  if (upgrade === undefined) return undecodable(`irVersion: ${version} is too old for this akm`);
  try {
    const plan = decodePlanValue(new StoredValue(upgrade(stored)));
    if (newer) return { kind: "plan", plan, newerVersion: version };
    return version < PLAN_IR_VERSION ? { kind: "plan", plan, olderVersion: version } : { kind: "plan", plan };
  } catch (error) {
    if (error instanceof Undecodable) return undecodable(error.message, newer);
    throw error;
  }
}

function undecodable(problem: string, newer = false): DecodedPlan {
  return { kind: "undecodable", newer, problem };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
