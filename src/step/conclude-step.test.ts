import { describe, expect, test } from "vitest";
import { mapStep, unitStep } from "../../test/rig/build-plan.ts";
import type { FailureReason, Json } from "../contract/index.ts";
import { concludeStep, type UnitEnding, type UnitResult } from "./conclude-step.ts";

const notStarted: UnitEnding = { status: "not-started" };

function completed(result: Json): UnitEnding {
  return { status: "completed", result };
}

function failed(failureReason: FailureReason = "non_zero_exit", error = "exit status 1"): UnitEnding {
  return { status: "failed", failureReason, error };
}

function results(...endings: UnitEnding[]): UnitResult[] {
  return endings.map((ending, index) => ({ unitId: `s:${index}`, index, ending }));
}

describe("a step of one unit", () => {
  // shows: schema-284b, schema-292
  test("hands its unit's result on", () => {
    expect(concludeStep(unitStep("s"), results(completed("out")), undefined)).toEqual({
      status: "completed",
      artifact: "out",
      summary: "Executed 1 unit: 1 succeeded, 0 failed.",
      evidence: { output: "out", units: [{ unitId: "s:0", status: "completed", failureReason: null }] },
      failedUnits: 0,
    });
  });

  test("fails with its unit", () => {
    expect(concludeStep(unitStep("s"), results(failed("timeout", "over 1 s")), undefined)).toEqual({
      status: "failed",
      artifact: null,
      summary:
        "Executed 1 unit: 0 succeeded, 1 failed. Failures: s:0 (timeout). First failure diagnostic (s:0): over 1 s",
      evidence: { output: null, units: [{ unitId: "s:0", status: "failed", failureReason: "timeout" }] },
      failedUnits: 1,
    });
  });

  test("told to continue completes with null when its unit failed", () => {
    const step = unitStep("s", {}, { onError: "continue" });
    expect(concludeStep(step, results(failed()), undefined)).toMatchObject({
      status: "completed",
      artifact: null,
      failedUnits: 1,
    });
  });
});

describe("a map", () => {
  // shows: schema-523a
  // shows: schema-285a, schema-292
  test("hands its units' results on in item order", () => {
    const conclusion = concludeStep(
      mapStep("s"),
      results(completed("a"), completed(null), completed(3)),
      undefined,
    );
    expect(conclusion).toMatchObject({ status: "completed", artifact: ["a", null, 3] });
  });

  test("over nothing completes with an empty array", () => {
    expect(concludeStep(mapStep("s"), [], undefined)).toEqual({
      status: "completed",
      artifact: [],
      summary: "Executed 0 units: 0 succeeded, 0 failed.",
      evidence: { output: [], units: [] },
      failedUnits: 0,
    });
  });

  // shows: schema-569a
  test("fails with its first failed unit and names what was not started", () => {
    const ended = results(completed("a"), failed(), notStarted, notStarted);
    const conclusion = concludeStep(mapStep("s"), ended, undefined);
    expect(conclusion).toMatchObject({ status: "failed", artifact: ["a", null, null, null], failedUnits: 1 });
    expect(conclusion.summary).toBe(
      "Executed 2 units: 1 succeeded, 1 failed, 2 not started. Failures: s:1 (non_zero_exit). " +
        "First failure diagnostic (s:1): exit status 1",
    );
    expect(conclusion.evidence.units.map(({ unitId }) => unitId)).toEqual(["s:0", "s:1"]);
  });

  // shows: schema-400b, schema-570
  // shows: schema-285b
  test("told to continue completes with null in the slots of the failed", () => {
    const step = mapStep("s", {}, { onError: "continue" });
    const conclusion = concludeStep(step, results(failed(), completed("b"), failed("timeout")), undefined);
    expect(conclusion).toMatchObject({ status: "completed", artifact: [null, "b", null], failedUnits: 2 });
    expect(conclusion.summary).toContain("Failures: s:0 (non_zero_exit), s:2 (timeout).");
  });

  test("names ten failures and counts the rest", () => {
    const step = mapStep("s");
    const { summary } = concludeStep(step, results(...Array.from({ length: 13 }, () => failed())), undefined);
    expect(summary).toContain("s:9 (non_zero_exit) and 3 more. First failure diagnostic (s:0): ");
    expect(summary).not.toContain("s:10");
  });
});

// shows: schema-120
describe("the step's schema", () => {
  const outputSchema = { type: "array", items: { type: "string" } } as const;

  // shows: schema-327a
  test("lets a satisfying artifact complete", () => {
    const step = mapStep("s", { outputSchema });
    expect(concludeStep(step, results(completed("a")), undefined).status).toBe("completed");
  });

  // shows: schema-327a, schema-327b, schema-327c
  // shows: schema-296a
  test("fails the step that misses it, with the errors in the summary", () => {
    const step = mapStep("s", { outputSchema });
    const conclusion = concludeStep(step, results(completed("a"), completed(7)), undefined);
    expect(conclusion.status).toBe("failed");
    expect(conclusion.summary).toMatch(
      /^Executed 2 units: 2 succeeded, 0 failed\. The step's output does not satisfy its schema: .*1.*string/,
    );
    expect(conclusion.evidence.output).toEqual(["a", 7]);
  });

  test("sees the null slots of a step told to continue", () => {
    const step = mapStep("s", { outputSchema }, { onError: "continue" });
    expect(concludeStep(step, results(completed("a"), failed()), undefined).status).toBe("failed");
  });

  test("is not asked when units failed the step", () => {
    const step = mapStep("s", { outputSchema });
    expect(concludeStep(step, results(failed()), undefined).summary).not.toContain("schema");
  });
});

describe("a budget ceiling", () => {
  // shows: schema-589d
  test.each(["max_units", "max_tokens"] as const)("of %s fails the step and is named", (ceiling) => {
    const conclusion = concludeStep(mapStep("s"), results(completed("a"), notStarted), ceiling);
    expect(conclusion).toMatchObject({ status: "failed", ceiling, failedUnits: 0 });
    expect(conclusion.summary).toBe(
      `Executed 1 unit: 1 succeeded, 0 failed, 1 not started. Stopped: budget exceeded (${ceiling} ceiling).`,
    );
  });

  // shows: schema-589e
  test("is a hard stop for a step told to continue too", () => {
    const step = mapStep("s", {}, { onError: "continue" });
    expect(concludeStep(step, results(failed(), notStarted), "max_units").status).toBe("failed");
  });
});

describe("an output that is larger than any later step could read", () => {
  const mib = "x".repeat(2 ** 20);

  test("fails the step with its size and what to do instead", () => {
    const conclusion = concludeStep(
      mapStep("s"),
      results(...Array.from({ length: 257 }, () => completed(mib))),
      undefined,
    );
    expect(conclusion).toMatchObject({ status: "failed", failedUnits: 0 });
    expect(conclusion.summary).toMatch(/269484804 bytes.*at most 268435456.*write files/);
  });

  test("is none up to 256 MiB", () => {
    const endings = Array.from({ length: 255 }, () => completed(mib));
    expect(concludeStep(mapStep("s"), results(...endings), undefined).status).toBe("completed");
  });
});
