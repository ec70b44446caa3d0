import type { DecodeScope } from "../decode-reference.ts";
import type { EngineChoice } from "../engine-freezer.ts";
import type { ChildWorkflowTarget, FrozenTarget, ScriptTarget } from "../plan.ts";
import type { StoredObject } from "../stored-value.ts";

/** What a unit asks to be run by: a command, a script or a workflow, else an engine. */
export interface TargetRequest {
  exec?: { command: string[]; cwd?: string; passEnv: string[] };
  script?: Omit<ScriptTarget, "kind">;
  child?: Omit<ChildWorkflowTarget, "kind">;
  engine?: EngineChoice;
}

/** Everything the plan knows of one kind of target. A new kind is a file like its neighbours and a line in the list. */
export interface TargetKind<Target extends FrozenTarget = FrozenTarget> {
  kind: Target["kind"];
  /** What a unit with no timeout of its own and none from the document gets; undefined: unbounded. */
  timeoutDefaultMs(request: TargetRequest): number | undefined;
  /** Whether another gate loop could change anything: a fixed argv cannot answer feedback (decision R13). */
  answersFeedback: boolean;
  /** Undefined when the request is for another kind. */
  freeze(request: TargetRequest): Target | undefined;
  /** Reads the target's own fields from a stored plan; `kind` is already read. */
  decode(stored: StoredObject, scope: DecodeScope): Target;
  describe(target: Target): TargetDescription;
}

/** How `akm show` tells a target. */
export interface TargetDescription {
  /** The ref of a script. */
  script?: string;
  /** The ref of a child. */
  workflow?: string;
  exec?: { command: string[]; cwd?: string; passEnv?: string[] };
  /** Its name. */
  engine?: string;
  model?: string;
}
