import type { JournalEntry } from "../../run/index.ts";
import type { Connection } from "./connection.ts";
import { abandonRun, finishRun, moveRun, reopenRun, touchRun } from "./runs/update-run.ts";
import { abandonSteps, finishStep, resetStep, startStep } from "./steps/update-step.ts";
import { insertAttempt } from "./units/insert-attempt.ts";
import {
  finishAttempt,
  interruptAttempt,
  setAttemptProcess,
  setAttemptWorktree,
} from "./units/update-attempt.ts";

/** The rows as they stand once the entry is recorded. Throws `INTERNAL` where the journal cannot take it. */
export function writeEntry(connection: Connection, entry: JournalEntry): void {
  switch (entry.type) {
    case "run-resumed":
    case "run-interrupted":
      touchRun(connection, entry.runId, entry.at);
      break;
    case "run-reopened":
      for (const stepId of entry.stepIds) resetStep(connection, entry.runId, stepId);
      reopenRun(connection, entry.runId, entry.at, entry.epoch);
      break;
    case "run-abandoned":
      abandonSteps(connection, entry.runId, entry.at, entry.notes);
      abandonRun(connection, entry.runId, entry.at);
      break;
    case "run-finished":
      finishRun(connection, entry);
      break;
    case "step-started":
      startStep(connection, entry);
      moveRun(connection, entry.runId, entry.at, entry.stepId);
      break;
    case "step-finished":
      finishStep(connection, entry);
      moveRun(connection, entry.runId, entry.at, entry.currentStepId);
      break;
    case "step-reset":
      resetStep(connection, entry.runId, entry.stepId);
      touchRun(connection, entry.runId, entry.at);
      break;
    case "attempt-started":
      insertAttempt(connection, entry.attempt);
      break;
    case "attempt-process":
      setAttemptProcess(connection, entry.key, entry.process);
      break;
    case "attempt-worktree":
      setAttemptWorktree(connection, entry.key, entry.path, entry.salvageRefs);
      break;
    case "attempt-finished":
      finishAttempt(connection, entry.key, entry.at, entry.outcome);
      break;
    case "attempt-interrupted":
      interruptAttempt(connection, entry.key, entry.at);
      break;
    default:
      entry satisfies never;
  }
}
