export { examineAgent, type Examination } from "./examine-agent.ts";
export { CONFORMANCE_CASES, type ConformanceCase } from "./cases.ts";
export type { Scene, Stage } from "./stage.ts";
