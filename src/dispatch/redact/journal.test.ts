import { expect, test } from "vitest";
import { decorateJournal } from "../../../test/rig/decorate-journal.ts";
import type { Journal } from "../../ports/index.ts";
import type { JournalEntry } from "../../run/index.ts";
import { redactingJournal } from "./journal.ts";
import { Redactor } from "./redactor.ts";

const at = "2026-01-31T09:05:00.120Z";
const runId = "run-1";
const step = { runId, at, stepId: "a", unitCount: 1, loop: 1, currentStepId: null };

/** What reaches a journal that has no other purpose. */
async function recorded(
  entries: readonly JournalEntry[],
  redactor: Redactor,
): Promise<readonly JournalEntry[]> {
  const written: JournalEntry[] = [];
  const journal = decorateJournal({} as Journal, {
    record: async (all) => {
      written.push(...all);
      return [];
    },
  });
  await redactingJournal(journal, redactor).record(entries);
  return written;
}

test("notes, evidence, outputs and outcomes are recorded without secrets", async () => {
  const redactor = new Redactor();
  redactor.add([{ name: "TOKEN", value: "hunter2" }]);
  const key = { runId, unitId: "a:solo", attempt: 1, dispatch: 1 };
  const entries: JournalEntry[] = [
    { type: "step-started", runId, at, stepId: "a", loop: 1, unitCount: 1 },
    { type: "attempt-finished", key, stepId: "a", at, outcome: { status: "completed", result: "hunter2" } },
    {
      type: "step-finished",
      ...step,
      status: "completed",
      notes: "hunter2",
      evidence: { output: ["hunter2"], units: [] },
    },
    { type: "step-finished", ...step, status: "skipped", notes: "" },
    { type: "run-abandoned", runId, at, notes: "hunter2" },
    {
      type: "run-finished",
      runId,
      at,
      status: "completed",
      currentStepId: null,
      outputs: { hunter2: "hunter2" },
    },
  ];
  const written = await recorded(entries, redactor);
  expect(written).toMatchObject([
    entries[0],
    { outcome: { result: "[redacted:TOKEN]" } },
    { notes: "[redacted:TOKEN]", evidence: { output: ["[redacted:TOKEN]"] } },
    { notes: "" },
    { notes: "[redacted:TOKEN]" },
    { outputs: { hunter2: "[redacted:TOKEN]" } },
  ]);
});

test("entries go through as they are where nothing is secret", async () => {
  const entries: JournalEntry[] = [{ type: "run-abandoned", runId, at, notes: "hunter2" }];
  expect(await recorded(entries, new Redactor())).toEqual(entries);
});
