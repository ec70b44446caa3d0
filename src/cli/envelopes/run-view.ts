import type { JsonObject } from "../../contract/index.ts";
import type { AttemptRecord, RunRecord, StepRecord } from "../../run/index.ts";
import type { StepEvidence } from "../../step/index.ts";
import { present } from "./present.ts";

/** A run as results show it (spec cli.md, "Shapes"). */
export function runView(run: RunRecord): JsonObject {
  return {
    id: run.runId,
    workflowRef: run.workflowRef,
    title: run.workflowTitle,
    status: run.status,
    currentStepId: run.currentStepId,
    params: run.params,
    scopeKey: run.scopeKey,
    planIrVersion: run.planIrVersion,
    planHash: run.planHash,
    sourceHash: run.sourceHash,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    ...present({
      outputs: outputsOf(run),
      parentRunId: run.parentRunId,
      spawnedByUnitId: run.spawnedByUnitId,
    }),
  };
}

/** A completed run that declares no outputs exports who it is and how it ended (decision C4). */
export function outputsOf(run: RunRecord): JsonObject | undefined {
  if (run.status !== "completed") return undefined;
  return run.outputs ?? { runId: run.runId, status: run.status };
}

export function stepView(step: StepRecord): JsonObject {
  const { evidence } = step;
  return {
    id: step.stepId,
    kind: step.kind,
    status: step.status,
    ...present({
      notes: step.notes,
      evidence: evidence === undefined ? undefined : evidenceView(evidence),
      startedAt: step.startedAt,
      completedAt: step.completedAt,
    }),
  };
}

function evidenceView({ output, units, unitsOmitted }: StepEvidence): JsonObject {
  return { output, units: units.map((unit) => ({ ...unit })), ...present({ unitsOmitted }) };
}

/** One attempt of one unit; every attempt is a row. */
export function unitView(attempt: AttemptRecord): JsonObject {
  return {
    unitId: attempt.unitId,
    stepId: attempt.stepId,
    nodeId: attempt.nodeId,
    runner: attempt.runner,
    ...present({ engine: attempt.engine, model: attempt.model }),
    status: attempt.status,
    attempt: attempt.attempt,
    dispatchId: attempt.dispatchId,
    failureReason: attempt.failureReason ?? null,
    error: attempt.error ?? null,
    ...present({ result: attempt.result }),
    inputHash: attempt.inputHash,
    inputTokens: attempt.inputTokens ?? null,
    outputTokens: attempt.outputTokens ?? null,
    ...present({
      costUsd: attempt.costUsd,
      sessionId: attempt.sessionId,
      transcriptPath: attempt.transcriptPath,
      worktreePath: attempt.worktreePath,
      salvageRefs: attempt.salvageRefs,
      itemIndex: attempt.itemIndex,
    }),
    loop: attempt.loop,
    startedAt: attempt.startedAt,
    finishedAt: attempt.finishedAt ?? null,
  };
}
