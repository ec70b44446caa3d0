import { type Json, type JsonObject, PLAN_IR_VERSION } from "../../contract/index.ts";

/** Brings a plan of another version to today's form; what it makes is decoded like any other, so it need not check. */
export type Upgrade = (plan: JsonObject) => JsonObject;

/** The plan says what today's would and differs in its number alone. */
const relabel: Upgrade = (plan) => ({ ...plan, irVersion: PLAN_IR_VERSION });

/** By the version a plan was frozen as; every version that is read has a line. */
const UPGRADES: ReadonlyMap<number, Upgrade> = new Map([
  [4, relabel],
  [5, relabel],
  [PLAN_IR_VERSION, relabel],
]);

/** How a plan of that version is brought up; a newer one is read as today's. Undefined: too old. */
export function upgradeOf(version: number): Upgrade | undefined {
  return version > PLAN_IR_VERSION ? relabel : UPGRADES.get(version);
}

/** A plan that stands inside another, brought up as that one is. What is no plan of a known version stays, to be refused. */
export function upgradeEmbedded(stored: Json): Json {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return stored;
  const { irVersion } = stored;
  const upgrade = typeof irVersion === "number" ? upgradeOf(irVersion) : undefined;
  return upgrade === undefined ? stored : upgrade(stored);
}
