import { describe, expect, test } from "vitest";
import type { RunRecord } from "../../run/index.ts";
import { PLAIN } from "../style.ts";
import { runTable } from "./run-rows.ts";

function run(runId: string, workflowRef: string, currentStepId: string | null, scopeKey = "/p"): RunRecord {
  const createdAt = "2026-01-31T09:05:00.120Z";
  return {
    runId,
    workflowRef,
    currentStepId,
    scopeKey,
    status: "completed",
    createdAt,
  } as unknown as RunRecord;
}

/** The cells of the rows, and of the headings above them. */
function cells(runs: RunRecord[], columns: number): string[][] {
  const lines = runTable(runs, columns, PLAIN).split("\n");
  return lines.map((line) => line.trim().split(/ {2,}/));
}

const ONE = "3f2c81d0-41a5-4a4a-8b0f-1c6f3f0f9a11";
const TWIN = "3f2c81d0-41a6-4a4a-8b0f-1c6f3f0f9a11";
const LONG_REF = "a-bundle-with-a-name//workflows/teams/web/release-the-whole-thing";
const LONG_STEP = "check-that-everything-is-in-its-place-and-well";

describe("runTable", () => {
  test.each([
    ["a long ref", [run(ONE, LONG_REF, "check")]],
    ["a long step", [run(ONE, "project//workflows/ship", LONG_STEP)]],
    ["both", [run(ONE, LONG_REF, LONG_STEP), run(TWIN.replace("3", "4"), LONG_REF, null)]],
    ["ids that begin alike", [run(ONE, LONG_REF, LONG_STEP), run(TWIN, LONG_REF, null)]],
    [
      "several projects",
      [
        run(ONE, LONG_REF, LONG_STEP, "/home/me/a-project-of-a-long-name"),
        run(TWIN.replace("3", "4"), LONG_REF, null, "/b"),
      ],
    ],
  ])("%s fits 80 columns", (_, runs) => {
    const lines = runTable(runs, 80, PLAIN).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("cuts ids to what tells them apart, refs at their beginning and steps at their end", () => {
    const [, row] = cells([run(ONE, LONG_REF, LONG_STEP)], 80);
    expect(row).toEqual([
      "3f2c81d0",
      "completed",
      expect.stringMatching(/^….*release-the-whole-thing$/),
      "check…",
      "2026-01-31 09:05:00Z",
    ]);
    const [, ...twins] = cells([run(ONE, LONG_REF, null), run(TWIN, LONG_REF, null)], 80);
    expect(twins.map(([id]) => id)).toEqual(["3f2c81d0-41a5", "3f2c81d0-41a6"]);
  });

  test("shows all of it where there is room", () => {
    expect(cells([run(ONE, LONG_REF, "check")], 200)).toEqual([
      ["RUN", "STATUS", "WORKFLOW", "STEP", "STARTED"],
      [ONE, "completed", LONG_REF, "check", "2026-01-31 09:05:00Z"],
    ]);
  });

  test("names the project of each where there are several, by what tells them apart", () => {
    const [headings, ...rows] = cells(
      [run(ONE, "w", "s", "/home/a/app"), run(TWIN, "w", "s", "/home/b/app"), run(TWIN, "w", "s", "/c")],
      200,
    );
    expect(headings?.[3]).toBe("PROJECT");
    expect(rows.map((row) => row[3])).toEqual(["a/app", "b/app", "c"]);
  });
});
