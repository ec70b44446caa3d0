import { describe, expect, test } from "vitest";
import type { RunRecord, StepRecord } from "../../run/index.ts";
import { stepView } from "../envelopes/run-view.ts";
import { PLAIN } from "../style.ts";
import { runText } from "./run-text.ts";

const AT = "2026-01-31T09:05:00.120Z";
const run = { runId: "r", workflowRef: "w", workflowTitle: "Ship", status: "completed" } as RunRecord;
const step: StepRecord = {
  stepId: "build",
  sequenceIndex: 0,
  kind: "map",
  status: "completed",
  loop: 1,
  firstLoop: 1,
  notes: "All units completed.",
  startedAt: AT,
  completedAt: AT,
  evidence: { output: [], units: [], unitsOmitted: 12 },
};
const usage = { units: 12, inputTokens: 0, outputTokens: 0 };

describe("a list of units that was too long to keep", () => {
  test("is told as a number by results", () => {
    expect(stepView(step).evidence).toEqual({ output: [], units: [], unitsOmitted: 12 });
    const whole = { ...step, evidence: { output: [], units: [] } };
    expect(stepView(whole).evidence).not.toHaveProperty("unitsOmitted");
  });

  test("is told in words to people, also of a step that went well", () => {
    expect(runText({ run, steps: [step], usage }, PLAIN)).toContain("12 units left out");
    const whole = { ...step, evidence: { output: [], units: [] } };
    expect(runText({ run, steps: [whole], usage }, PLAIN)).not.toContain("left out");
  });
});
