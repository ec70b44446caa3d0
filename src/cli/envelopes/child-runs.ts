import { COMPOSITION_DEPTH_MAX, type JsonObject } from "../../contract/index.ts";
import type { JournalReader } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";
import { present } from "./present.ts";

/** The runs a run's steps started, in the order they were started, and theirs below them. */
export async function childRuns(
  reader: JournalReader,
  run: RunRecord,
  rootRunId = run.runId,
  depth = 1,
): Promise<JsonObject[]> {
  if (depth > COMPOSITION_DEPTH_MAX) return [];
  const children = await reader.listRuns({ parentRunId: run.runId, children: true });
  return await Promise.all(
    children.toReversed().map(async (child) => {
      const below = await childRuns(reader, child, rootRunId, depth + 1);
      return childView(child, below, rootRunId);
    }),
  );
}

function childView(child: RunRecord, below: JsonObject[], rootRunId: string): JsonObject {
  const unitId = child.spawnedByUnitId ?? "";
  return {
    runId: child.runId,
    workflowRef: child.workflowRef,
    workflowTitle: child.workflowTitle,
    status: child.status,
    spawnedByUnitId: unitId,
    stepId: unitId.split(":", 1)[0] ?? "",
    currentStepId: child.currentStepId,
    createdAt: child.createdAt,
    updatedAt: child.updatedAt,
    ...present({
      resume: child.status === "blocked" ? resumeOf(child, rootRunId) : undefined,
      children: below.length === 0 ? undefined : below,
    }),
  };
}

/** Held apart from the literal: an object with a plain `then` is easily taken for a promise. */
const FOLLOW_UP = "then";

function resumeOf(child: RunRecord, rootRunId: string): JsonObject {
  return { command: `akm workflow resume ${child.runId}`, [FOLLOW_UP]: `akm workflow run ${rootRunId}` };
}
