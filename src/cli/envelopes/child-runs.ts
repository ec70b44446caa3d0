import { COMPOSITION_DEPTH_MAX, type JsonObject } from "../../contract/index.ts";
import type { JournalReader } from "../../ports/index.ts";
import {
  isStopped,
  openingCommand,
  type RunRecord,
  runCommand,
  spawningStep,
  standsAt,
  wayOn,
} from "../../run/index.ts";
import { present } from "./present.ts";

/**
 * The runs a run's steps started, in the order they were started, and theirs below them. `canGoOn` tells of a stopped one whether
 * opening it is of any use.
 */
export async function childRuns(
  reader: JournalReader,
  run: RunRecord,
  canGoOn: (run: RunRecord) => Promise<boolean>,
  depth = 1,
): Promise<JsonObject[]> {
  if (depth > COMPOSITION_DEPTH_MAX) return [];
  const children = await reader.listRuns({ parentRunId: run.runId, children: true });
  const views: JsonObject[] = [];
  for (const child of children.toReversed()) {
    const below = await childRuns(reader, child, canGoOn, depth + 1);
    const isHeldUp = isStopped(child) && standsAt(run, child) && (await canGoOn(child));
    views.push(childView(child, below, isHeldUp ? await resumeOf(reader, child) : undefined));
  }
  return views;
}

function childView(child: RunRecord, below: JsonObject[], resume: JsonObject | undefined): JsonObject {
  return {
    runId: child.runId,
    workflowRef: child.workflowRef,
    workflowTitle: child.workflowTitle,
    status: child.status,
    spawnedByUnitId: child.spawnedByUnitId ?? "",
    stepId: spawningStep(child) ?? "",
    currentStepId: child.currentStepId,
    createdAt: child.createdAt,
    updatedAt: child.updatedAt,
    ...present({ resume, children: below.length === 0 ? undefined : below }),
  };
}

/** Held apart from the literal: an object with a plain `then` is easily taken for a promise. */
const FOLLOW_UP = "then";

/** What opens this run and, once what stands still below it was opened as well, the one to drive. */
async function resumeOf(reader: JournalReader, child: RunRecord): Promise<JsonObject> {
  const { top } = await wayOn(reader, child);
  return { command: await openingCommand(reader, child), [FOLLOW_UP]: runCommand(top) };
}
