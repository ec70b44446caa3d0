import { describe, expect, test } from "vitest";
import { judgedGate, unitStep } from "../../test/rig/build-plan.ts";
import { attemptRecord, runRecord, stepRecord } from "../../test/rig/build-records.ts";
import type { Json } from "../contract/index.ts";
import {
  gatePosition,
  hasLoopsLeft,
  nextJudgement,
  rejectionOf,
  runRejection,
  standingRejection,
} from "./gate-state.ts";
import type { AttemptRecord } from "./records.ts";
import { foldAttempt, type UnitStates } from "./unit-state.ts";

const passed = { complete: true, missing: [], feedback: "" };
const rejected = { complete: false, missing: ["tests"], feedback: "Add tests." };

/** A judgement of the given number: answered, out or failed. */
function judgement(number: number, loop: number, over: Partial<AttemptRecord> = {}): AttemptRecord {
  return attemptRecord({
    unitId: `build.gate:l${number}`,
    nodeId: "build.gate",
    status: "completed",
    loop,
    ...over,
  });
}

function judgements(...attempts: AttemptRecord[]): UnitStates {
  return new Map(attempts.map((attempt) => [attempt.unitId, foldAttempt(undefined, attempt)]));
}

const unanswered = { status: "failed", failureReason: "llm_error", error: "down" } as const;

describe("where a gate stands", () => {
  // shows: reuse-43
  test.each<[title: string, given: AttemptRecord[], loop: number, epoch: number, expected: object]>([
    ["never asked: under the loop's number", [], 1, 0, { kind: "ask", number: 1 }],
    ["never asked until loop 2", [], 2, 0, { kind: "ask", number: 2 }],
    ["passed", [judgement(1, 1, { result: passed })], 1, 0, { kind: "answered", verdict: passed }],
    ["rejected", [judgement(1, 1, { result: rejected })], 1, 0, { kind: "answered", verdict: rejected }],
    [
      "rejected, and its next loop to be judged",
      [judgement(1, 1, { result: rejected })],
      2,
      0,
      { kind: "ask", number: 2 },
    ],
    [
      "rejected before the run was reopened: asked again",
      [judgement(2, 2, { result: rejected })],
      2,
      1,
      { kind: "ask", number: 3 },
    ],
    [
      "passed before the run was reopened: for good",
      [judgement(1, 1, { result: passed })],
      1,
      3,
      { kind: "answered", verdict: passed },
    ],
    ["the judge is out", [judgement(2, 2, { status: "running" })], 2, 0, { kind: "ask", number: 2 }],
    ["the judge could not answer", [judgement(2, 2, unanswered)], 2, 1, { kind: "ask", number: 2 }],
    [
      "after more judgements than loops",
      [judgement(2, 2, { result: rejected }), judgement(3, 2, { result: rejected, epoch: 1 })],
      3,
      1,
      { kind: "ask", number: 4 },
    ],
  ])("%s", (_title, given, loop, epoch, expected) => {
    expect(gatePosition(judgements(...given), loop, epoch)).toEqual(expected);
  });

  test.each<[title: string, result: Json]>([
    ["complete with something missing", { ...passed, missing: ["tests"] }],
    ["without a boolean", { ...passed, complete: "true" }],
    ["nothing", null],
  ])("a row that holds no verdict (%s) is no answer", (_title, result) => {
    expect(gatePosition(judgements(judgement(1, 1, { result })), 1, 0)).toEqual({ kind: "ask", number: 2 });
  });
});

test("a judgement takes the next number where its loop's is taken", () => {
  expect(nextJudgement(judgements(), 3)).toBe(3);
  expect(nextJudgement(judgements(judgement(3, 2)), 2)).toBe(4);
  expect(nextJudgement(judgements(judgement(1, 1)), 4)).toBe(4);
});

describe("the rejection that ended a loop", () => {
  const first = judgement(1, 1, { result: rejected });
  const again = judgement(2, 1, { result: { ...rejected, feedback: "Still." }, epoch: 1 });

  test("is the last one of that loop", () => {
    expect(rejectionOf(judgements(first, again, judgement(3, 2, { result: passed })), 1)).toMatchObject({
      feedback: "Still.",
    });
  });

  test("is none where the loop was not rejected", () => {
    expect(rejectionOf(judgements(first), 2)).toBeUndefined();
    expect(rejectionOf(judgements(judgement(1, 1, { result: passed })), 1)).toBeUndefined();
  });
});

describe("the rejection a failed run stands at", () => {
  const last = judgement(2, 2, { result: rejected, epoch: 1 });

  test("is its step's last word", () => {
    expect(standingRejection(judgements(last), 2, 1)).toEqual(rejected);
  });

  test.each<[title: string, given: AttemptRecord[], loop: number, epoch: number]>([
    ["never judged", [], 1, 0],
    ["passed", [judgement(1, 1, { result: passed })], 1, 0],
    ["of an earlier loop", [judgement(1, 1, { result: rejected })], 2, 0],
    ["from before the run was reopened", [last], 2, 2],
    ["asked about anew since", [last, judgement(3, 2, { ...unanswered, epoch: 1 })], 2, 1],
  ])("is none where it was %s", (_title, given, loop, epoch) => {
    expect(standingRejection(judgements(...given), loop, epoch)).toBeUndefined();
  });
});

test.each<[loop: number, firstLoop: number, maxLoops: number, left: boolean]>([
  [1, 1, 1, false],
  [1, 1, 2, true],
  [2, 1, 2, false],
  [2, 2, 2, true],
  [3, 2, 2, false],
  [7, 5, 4, true],
])(
  "in loop %i of a set from %i with %i loops there are loops left: %s",
  (loop, firstLoop, maxLoops, left) => {
    expect(hasLoopsLeft({ loop, firstLoop }, unitStep("a", { gate: judgedGate({ maxLoops }) }))).toBe(left);
  },
);

describe("what a run was rejected for", () => {
  const failed = runRecord({ status: "failed", currentStepId: "build" });
  const step = stepRecord("build", { status: "failed" });
  const answered = (...attempts: AttemptRecord[]) =>
    async function* () {
      yield* attempts;
    };
  const byJudge = judgement(1, 1, { result: rejected });
  const byPerson = judgement(1, 1, {
    unitId: "build.approval:l1",
    nodeId: "build.approval",
    result: { ...rejected, feedback: "No.", by: "ada" },
  });

  test("is the judge's word or the person's, the person's being the later", async () => {
    expect(await runRejection(failed, [step], answered(byJudge))).toEqual({
      stepId: "build",
      missing: ["tests"],
      feedback: "Add tests.",
    });
    const both = answered(judgement(1, 1, { result: passed }), byPerson);
    expect(await runRejection(failed, [step], both)).toMatchObject({ feedback: "No." });
  });

  test("is nothing where it failed otherwise or not at all", async () => {
    expect(await runRejection(failed, [step], answered())).toBeUndefined();
    expect(
      await runRejection(runRecord({ currentStepId: "build" }), [step], answered(byJudge)),
    ).toBeUndefined();
    expect(await runRejection({ ...failed, epoch: 1 }, [step], answered(byJudge))).toBeUndefined();
  });
});
