import { sha256Hex } from "../lib/sha256.ts";

const ITEM_HASH_CHARS = 16;

/** The id of a step's only unit: `<step>:solo`, with `~l<k>` in gate loop k ≥ 2. */
export function soloUnitId(stepId: string, loop: number): string {
  return `${stepId}:solo${loopSuffix(loop)}`;
}

/**
 * The ids of a map's units, in item order: `<step>:<16 hex of the canonical item's SHA-256>`; equal items get `#2`,
 * `#3`… in item order, so that the set of ids survives any reordering.
 */
export function mapUnitIds(stepId: string, canonicalItems: readonly string[], loop: number): string[] {
  const seen = new Map<string, number>();
  const suffix = loopSuffix(loop);
  return canonicalItems.map((item) => {
    const base = `${stepId}:${sha256Hex(item).slice(0, ITEM_HASH_CHARS)}`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return `${base}${count === 1 ? "" : `#${count}`}${suffix}`;
  });
}

/**
 * The key a unit's command can use for its own deduplication: the same for every dispatch of one attempt, a crash
 * reclaim included, and another for each retry (decision R1). 32 hex characters.
 */
export function dispatchIdOf(runId: string, unitId: string, attempt: number): string {
  return sha256Hex(`${runId}\n${unitId}\n${attempt}`).slice(0, 32);
}

function loopSuffix(loop: number): string {
  return loop === 1 ? "" : `~l${loop}`;
}
