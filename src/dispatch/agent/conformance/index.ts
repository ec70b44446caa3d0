export { examineAgent, type Examination, type Finding } from "./examine-agent.ts";
export { CONFORMANCE_CASES, type ConformanceCase } from "./cases.ts";
export type { Scene, Stage } from "./stage.ts";
