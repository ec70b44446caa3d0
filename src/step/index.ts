export { boundReferences } from "./task-inputs.ts";
export {
  type Bindings,
  type BoundArtifact,
  nullNote,
  referencedSteps,
  resolveReference,
  type Resolved,
} from "./bindings.ts";
export { computeWorkList, type WorkList, type WorkListInput, type WorkUnit } from "./work-list.ts";
export { dispatchIdOf } from "./unit-id.ts";
export { fanOutWidth } from "./width.ts";
export { type Ceiling, ceilingReached, type Spent } from "./budget.ts";
export { mayRetry, type RetryPolicy, retryDelayMs } from "./retry.ts";
export {
  concludeStep,
  reduce,
  type StepConclusion,
  type UnitEnding,
  type UnitResult,
} from "./conclude-step.ts";
export type { EvidenceUnit, StepEvidence } from "./evidence.ts";
export { evaluateRoute, routeArtifact, type RouteDecision } from "./route.ts";
export { promoteArtifact } from "./artifact.ts";
export { buildPrompt, type GateFeedback, type Prompt, type UnitContext } from "./prompt.ts";
export {
  artifactSummary,
  gateNode,
  judgePrompt,
  judgeWorkList,
  mismatchFeedback,
  readVerdict,
  type Verdict,
} from "./gate.ts";
export { type Approval, approvalNode, approvalResult, artifactHash, isAbout } from "./approval.ts";
export { boundEvidence, type TruncationMarker } from "./bound-evidence.ts";
