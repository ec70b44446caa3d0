import { describe, expect, test } from "vitest";
import type { RunRecord } from "../../run/index.ts";
import { PLAIN } from "../style.ts";
import { fittedRows, HEADINGS } from "./run-rows.ts";
import { renderTable } from "./table.ts";

function run(runId: string, workflowRef: string, currentStepId: string | null): RunRecord {
  const createdAt = "2026-01-31T09:05:00.120Z";
  return { runId, workflowRef, currentStepId, status: "completed", createdAt } as unknown as RunRecord;
}

const ONE = "3f2c81d0-41a5-4a4a-8b0f-1c6f3f0f9a11";
const TWIN = "3f2c81d0-41a6-4a4a-8b0f-1c6f3f0f9a11";
const LONG_REF = "a-bundle-with-a-name//workflows/teams/web/release-the-whole-thing";
const LONG_STEP = "check-that-everything-is-in-its-place-and-well";

describe("fittedRows", () => {
  test.each([
    ["a long ref", [run(ONE, LONG_REF, "check")]],
    ["a long step", [run(ONE, "project//workflows/ship", LONG_STEP)]],
    ["both", [run(ONE, LONG_REF, LONG_STEP), run(TWIN.replace("3", "4"), LONG_REF, null)]],
    ["ids that begin alike", [run(ONE, LONG_REF, LONG_STEP), run(TWIN, LONG_REF, null)]],
  ])("%s fits 80 columns", (_, runs) => {
    const lines = renderTable(HEADINGS, fittedRows(runs, 80), PLAIN).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("cuts ids to what tells them apart, refs at their beginning and steps at their end", () => {
    const [row] = fittedRows([run(ONE, LONG_REF, LONG_STEP)], 80);
    expect(row).toEqual([
      "3f2c81d0",
      "completed",
      expect.stringMatching(/^….*release-the-whole-thing$/),
      "check…",
      "2026-01-31 09:05:00Z",
    ]);
    const twins = fittedRows([run(ONE, LONG_REF, null), run(TWIN, LONG_REF, null)], 80);
    expect(twins.map(([id]) => id)).toEqual(["3f2c81d0-41a5", "3f2c81d0-41a6"]);
  });

  test("shows all of it where there is room", () => {
    expect(fittedRows([run(ONE, LONG_REF, "check")], 200)).toEqual([
      [ONE, "completed", LONG_REF, "check", "2026-01-31 09:05:00Z"],
    ]);
  });
});
