import type { JournalEntry } from "./journal-entries.ts";
import type { RunEvent } from "./records.ts";

export type RunEventBody = Omit<RunEvent, "id">;

/** The log's line for an entry: ids, statuses and counts, never content (decision C5). Undefined for what is no event. */
export function eventOf(entry: JournalEntry): RunEventBody | undefined {
  switch (entry.type) {
    case "run-resumed":
      return runEvent(entry, "workflow_resumed");
    case "run-interrupted":
      return runEvent(entry, "workflow_interrupted");
    case "run-reopened":
      return runEvent(entry, "workflow_reopened");
    case "run-abandoned":
      return { ...runEvent(entry, "workflow_abandoned"), status: "failed" };
    case "run-finished":
      return { ...runEvent(entry, "workflow_finished"), status: entry.status };
    case "step-started":
      return { ...runEvent(entry, "step_started"), stepId: entry.stepId, unitCount: entry.unitCount };
    case "step-finished": {
      const { stepId, status, unitCount } = entry;
      return { ...runEvent(entry, "step_finished"), stepId, status, unitCount };
    }
    case "step-reset":
      return { ...runEvent(entry, "step_reset"), stepId: entry.stepId };
    case "attempt-started": {
      const { runId, stepId, unitId, attempt, startedAt } = entry.attempt;
      return { at: startedAt, type: "unit_started", runId, stepId, unitId, attempt };
    }
    case "attempt-finished":
      return finishedEvent(entry);
    case "attempt-interrupted": {
      const { runId, unitId, attempt } = entry.key;
      return { at: entry.at, type: "unit_interrupted", runId, stepId: entry.stepId, unitId, attempt };
    }
    case "attempt-process":
    case "attempt-worktree":
      return undefined;
    default:
      return entry satisfies never;
  }
}

function runEvent(entry: { at: string; runId: string }, type: RunEvent["type"]): RunEventBody {
  return { at: entry.at, type, runId: entry.runId };
}

function finishedEvent(entry: Extract<JournalEntry, { type: "attempt-finished" }>): RunEventBody {
  const { runId, unitId, attempt } = entry.key;
  const { outcome, stepId, durationMs } = entry;
  const type = isJudgement(stepId, unitId) ? "gate_judged" : "unit_finished";
  const event: RunEventBody = { at: entry.at, type, runId, stepId, unitId, attempt, status: outcome.status };
  if (durationMs !== undefined) event.durationMs = durationMs;
  return outcome.status === "failed" ? { ...event, failureReason: outcome.failureReason } : event;
}

/** A judge's answer or a person's: `<step>.gate:l1`, `<step>.approval:l1`. A step's own units have no dot there. */
export function isJudgement(stepId: string, unitId: string): boolean {
  return unitId.startsWith(`${stepId}.`);
}
