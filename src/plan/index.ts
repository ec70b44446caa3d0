export * from "./engine.ts";
export type * from "./plan.ts";
export type {
  AliasedModel,
  AssetFile,
  Catalogue,
  CatalogueAgentEngine,
  CatalogueAsset,
  CatalogueEngine,
  CatalogueLlmEngine,
  EngineCatalogue,
  ModelAliases,
} from "./catalogue.ts";
export { type FrozenWorkflow, freezeWorkflow } from "./freeze.ts";
export { freezeConfiguredEngine } from "./freeze-engine.ts";
export type { PlanNotice } from "./notices.ts";
export { decodePlan, type DecodedPlan } from "./decode.ts";
export { hashPlan } from "./hash.ts";
export { type OutlinedStep, outlineWorkflow, type WorkflowOutline } from "./outline.ts";
export {
  describePlan,
  type NamedBinding,
  type Orchestration,
  type PlannedStep,
} from "./explain.ts";
export type { TargetDescription } from "./targets/target-kind.ts";
export { type ParsedReference, parseReference, type PathSegment, type Reference } from "../source/index.ts";
