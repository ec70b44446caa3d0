export * from "./engine.ts";
export type * from "./plan.ts";
export type { Catalogue } from "./catalogue.ts";
export { type FrozenWorkflow, freezeWorkflow, type PlanNotice } from "./freeze.ts";
export { decodePlan, type DecodedPlan } from "./decode.ts";
export { hashPlan } from "./hash.ts";
export { type ParsedReference, parseReference, type PathSegment, type Reference } from "../source/index.ts";
