import { describe, expect, test } from "vitest";
import { planOf, unitStep } from "../../test/rig/build-plan.ts";
import { AT, RUN_ID, runState } from "../../test/rig/build-records.ts";
import { advanceSpine, type StepOutcome } from "./spine.ts";

const state = runState(planOf([unitStep("a"), unitStep("b")]), { a: "active" });

function outcome(status: StepOutcome["status"]): StepOutcome {
  return { status, notes: "How it went.", unitCount: 1, loop: 1 };
}

describe("moving past a step", () => {
  test.each(["completed", "skipped"] as const)(
    "that is %s, with more to come, stands at the next",
    (status) => {
      expect(advanceSpine(state, "a", outcome(status), AT)).toEqual([
        { type: "step-finished", runId: RUN_ID, at: AT, stepId: "a", currentStepId: "b", ...outcome(status) },
      ]);
    },
  );

  // shows: loop-21
  test.each(["completed", "skipped"] as const)("that is %s and the last completes the run", (status) => {
    expect(advanceSpine(state, "b", outcome(status), AT, { k: 1 })).toEqual([
      { type: "step-finished", runId: RUN_ID, at: AT, stepId: "b", currentStepId: null, ...outcome(status) },
      {
        type: "run-finished",
        runId: RUN_ID,
        at: AT,
        status: "completed",
        currentStepId: null,
        outputs: { k: 1 },
      },
    ]);
  });

  // shows: loop-21
  test.each(["failed", "blocked"] as const)("that is %s ends the run and stays at the step", (status) => {
    for (const stepId of ["a", "b"]) {
      expect(advanceSpine(state, stepId, outcome(status), AT)).toEqual([
        { type: "step-finished", runId: RUN_ID, at: AT, stepId, currentStepId: stepId, ...outcome(status) },
        { type: "run-finished", runId: RUN_ID, at: AT, status, currentStepId: stepId },
      ]);
    }
  });

  test("carries what the step came to", () => {
    const evidence = { output: 1, units: [] };
    const [finished] = advanceSpine(
      state,
      "a",
      { ...outcome("completed"), evidence, selectedStepId: "b" },
      AT,
    );
    expect(finished).toMatchObject({ evidence, selectedStepId: "b", notes: "How it went." });
  });

  test("leaves outputs out where there are none", () => {
    expect(advanceSpine(state, "b", outcome("completed"), AT)[1]).not.toHaveProperty("outputs");
  });
});
