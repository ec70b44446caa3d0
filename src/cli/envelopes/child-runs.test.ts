import { expect, test } from "vitest";
import { COMPOSITION_DEPTH_MAX, type JsonObject } from "../../contract/index.ts";
import type { JournalReader } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";
import { childRuns } from "./child-runs.ts";

function runCalled(runId: string): RunRecord {
  return { runId, status: "completed", spawnedByUnitId: "sub:solo" } as RunRecord;
}

function depthOf(children: readonly JsonObject[]): number {
  const [child] = children;
  return child === undefined ? 0 : 1 + depthOf((child.children ?? []) as JsonObject[]);
}

// shows: schema-108b
test("the tree of a run's children is as deep as a composition may be", async () => {
  const endless = {
    listRuns: async ({ parentRunId = "" }) => [runCalled(`${parentRunId}.`)],
  } as unknown as JournalReader;
  expect(depthOf(await childRuns(endless, runCalled("root"), async () => false))).toBe(COMPOSITION_DEPTH_MAX);
});
