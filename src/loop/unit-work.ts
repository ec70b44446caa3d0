import type { PlanUnit } from "../plan/index.ts";
import type { AttemptOutcome, UnitStates } from "../run/index.ts";
import type { WorkList } from "../step/index.ts";

/** Units that are driven alike: a step's own, or the judgement of its gate. */
export interface UnitWork {
  stepId: string;
  /** The step id, or `<step>.gate`. */
  nodeId: string;
  loop: number;
  instructions: string;
  unit: PlanUnit;
  workList: WorkList;
  /** What the journal said of the units when this engine came to them. */
  states: UnitStates;
  width: number;
  /** A last look at an outcome before it is journaled; a judge's answer that is no verdict fails here. */
  examine?(outcome: AttemptOutcome): AttemptOutcome;
}
