import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../run/index.ts";
import { PLAIN } from "../style.ts";
import { createProgress, outcomeText, verdictText } from "./progress.ts";

const AT = { id: 1, at: "2026-01-31T09:05:00.120Z", runId: "run-1", stepId: "greet" };

function unit(type: RunEvent["type"], unitId: string, more: Partial<RunEvent> = {}): RunEvent {
  return { ...AT, type, unitId, ...more };
}

function fanOut(items: Record<string, string>, finished: string[] = []) {
  return {
    unitCount: Object.keys(items).length,
    finished,
    itemOf: (unitId: string) => items[unitId],
  };
}

describe("progress of a fan-out", () => {
  test("counts the units that are finished and names what each works on", () => {
    const progress = createProgress(PLAIN, false);
    progress.fanOut(fanOut({ "g:1": '"Ada"', "g:2": '{"name":"Grace"}', "g:3": `"${"x".repeat(60)}"` }));
    expect(progress.lineOf(unit("unit_finished", "g:2", { status: "completed", durationMs: 12 }))).toBe(
      '  g:2 ({"name":"Grace"}): completed in 12ms, 1/3',
    );
    expect(progress.lineOf(unit("unit_finished", "g:1", { status: "completed" }))).toBe(
      "  g:1 (Ada): completed, 2/3",
    );
    expect(progress.lineOf(unit("unit_finished", "g:3", { status: "completed" }))).toBe(
      `  g:3 (${"x".repeat(39)}…): completed, 3/3`,
    );
  });

  test("begins with what was finished before, and takes back what is tried again", () => {
    const progress = createProgress(PLAIN, true);
    progress.fanOut(fanOut({ "g:1": "1", "g:2": "2", "g:3": "3" }, ["g:1"]));
    const failed = { status: "failed", failureReason: "timeout" } as const;
    expect(progress.lineOf(unit("unit_finished", "g:2", failed))).toBe("  g:2 (2): failed (timeout), 2/3");
    expect(progress.lineOf(unit("unit_started", "g:2", { attempt: 2 }))).toBe(
      "  g:2 (2): started, attempt 2",
    );
    expect(progress.lineOf(unit("unit_finished", "g:3", { status: "completed" }))).toBe(
      "  g:3 (3): completed, 2/3",
    );
  });

  test("leaves a unit of its own as it is, and a judgement to its verdict unless it failed", () => {
    const progress = createProgress(PLAIN, false);
    progress.fanOut(fanOut({ "g:1": "1" }));
    expect(progress.lineOf(unit("unit_finished", "card:solo", { status: "completed" }))).toBe(
      "  card:solo: completed",
    );
    expect(progress.lineOf(unit("gate_judged", "g.gate:l1", { status: "completed" }))).toBeUndefined();
    expect(
      progress.lineOf(unit("gate_judged", "g.gate:l1", { status: "failed", failureReason: "llm_error" })),
    ).toBe("  g.gate:l1: failed (llm_error)");
  });
});

test.each([
  [{ complete: true, missing: [], feedback: "fine" }, "  g.gate:l1: passed"],
  [{ complete: false, missing: ["a test", "docs"], feedback: "" }, "  g.gate:l1: rejected: a test; docs"],
  [{ complete: false, missing: [], feedback: "Not\nyet." }, "  g.gate:l1: rejected: Not⏎yet."],
  [{ complete: false, missing: [], feedback: "" }, "  g.gate:l1: rejected"],
])("a verdict %j is a line", (verdict, line) => {
  expect(verdictText("g.gate:l1", verdict, PLAIN)).toBe(line);
});

describe("outcomeText", () => {
  test.each([
    ["text as it is", { status: "completed", result: "one\ntwo\n" }, "    one\n    two"],
    ["a value as JSON", { status: "completed", result: { a: 1 } }, '    {\n      "a": 1\n    }'],
    ["nothing of no result", { status: "completed" }, undefined],
    [
      "why it failed",
      { status: "failed", failureReason: "timeout", error: "too\u001b slow" },
      "    too\u{FFFD} slow",
    ],
  ] as const)("shows %s", (_, outcome, text) => {
    expect(outcomeText(outcome)).toBe(text);
  });
});
