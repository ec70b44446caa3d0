import type { Json, JsonObject } from "../../contract/index.ts";
import type { Journal } from "../../ports/index.ts";
import type { JournalEntry } from "../../run/index.ts";
import { redactOutcome } from "./outcome.ts";
import type { Redactor } from "./redactor.ts";

/**
 * The journal, with secrets taken out of whatever a run records: notes, evidence, outputs, outcomes. The params of the run's own row stay
 * as they were given (decision R17).
 */
export function redactingJournal(journal: Journal, redactor: Redactor): Journal {
  return {
    loadRun: (runId) => journal.loadRun(runId),
    findRunIds: (prefix, limit) => journal.findRunIds(prefix, limit),
    listRuns: (filter) => journal.listRuns(filter),
    loadSteps: (runId, options) => journal.loadSteps(runId, options),
    loadAttempts: (runId, stepId) => journal.loadAttempts(runId, stepId),
    loadPlanJson: (runId) => journal.loadPlanJson(runId),
    loadUsage: (runId) => journal.loadUsage(runId),
    loadEvents: (filter) => journal.loadEvents(filter),
    createRun: (newRun, options) => journal.createRun(newRun, options),
    deleteRuns: (runIds) => journal.deleteRuns(runIds),
    shrink: () => journal.shrink(),
    exclusively: (work) => journal.exclusively(work),
    close: () => journal.close(),
    record: (entries) =>
      journal.record(redactor.isEmpty ? entries : entries.map((entry) => redactEntry(entry, redactor))),
  };
}

function redactEntry(entry: JournalEntry, redactor: Redactor): JournalEntry {
  switch (entry.type) {
    case "attempt-finished":
      return { ...entry, outcome: redactOutcome(entry.outcome, redactor) };
    case "run-abandoned":
      return { ...entry, notes: redactor.clipped(entry.notes) };
    case "step-finished": {
      const notes = redactor.clipped(entry.notes);
      if (entry.evidence === undefined) return { ...entry, notes };
      return {
        ...entry,
        notes,
        evidence: { ...entry.evidence, output: redactor.json(entry.evidence.output) },
      };
    }
    case "run-finished":
      return entry.outputs === undefined
        ? entry
        : { ...entry, outputs: redactOutputs(entry.outputs, redactor) };
    default:
      return entry;
  }
}

/** Under their own names, whatever stands in them. */
function redactOutputs(outputs: JsonObject, redactor: Redactor): JsonObject {
  const redacted = Object.entries(outputs).map(([name, value]): [string, Json] => [
    name,
    redactor.json(value),
  ]);
  return Object.fromEntries(redacted);
}
