import { type JsonObject, PLAN_IR_VERSION } from "../../contract/index.ts";

/** Brings a plan of another version to today's form; what it makes is decoded like any other, so it need not check. */
export type Upgrade = (plan: JsonObject) => JsonObject;

/** The plan says what today's would and differs in its number alone. */
export const relabel: Upgrade = (plan) => ({ ...plan, irVersion: PLAN_IR_VERSION });

/** By the version a plan was frozen as; every version that is read has a line. */
export const UPGRADES: ReadonlyMap<number, Upgrade> = new Map([
  [4, relabel],
  [5, relabel],
  [PLAN_IR_VERSION, relabel],
]);
