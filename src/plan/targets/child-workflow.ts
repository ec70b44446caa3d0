import type { ChildWorkflowTarget } from "../plan.ts";
import type { TargetKind } from "./target-kind.ts";

/** Another workflow, embedded whole. It bounds itself: its own steps have their timeouts. */
export const childWorkflowKind: TargetKind<ChildWorkflowTarget> = {
  kind: "child-workflow",
  timeoutDefaultMs: () => undefined,
  answersFeedback: false,

  freeze: ({ child }) => (child === undefined ? undefined : { kind: "child-workflow", ...child }),

  decode: (stored, scope) => ({
    kind: "child-workflow",
    ref: stored.required("ref").text(),
    via: stored.required("via").oneOf(["direct", "task"]),
    sourcePath: stored.required("sourcePath").text(),
    planHash: stored.required("planHash").text(),
    plan: scope.plan(stored.required("plan")),
  }),

  describe: ({ ref }) => ({ workflow: ref }),
};
