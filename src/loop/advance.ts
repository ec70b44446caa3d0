import type { JsonObject } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import {
  advanceSpine,
  applyEntry,
  type JournalEntry,
  outputSteps,
  type RunState,
  resolveRunOutputs,
  type StepOutcome,
} from "../run/index.ts";
import { boundEvidence } from "../step/index.ts";
import { loadBindings } from "./artifacts.ts";
import type { Drive } from "./drive.ts";

/**
 * Moves the run past a step. Where that completes the run, its outputs are resolved first and become durable together with the step's
 * end; where they cannot be, the step goes back to pending, the run stays active and `WORKFLOW_OUTPUT_INVALID` is thrown.
 */
export async function advance(drive: Drive, stepId: string, whole: StepOutcome): Promise<void> {
  const outcome = withBoundedEvidence(whole);
  const at = drive.parts.clock.now();
  const started = startEntry(drive.state, stepId, outcome, at);
  const entries = advanceSpine(drive.state, stepId, outcome, at);
  const after = entries.reduce(applyEntry, drive.state);
  if (after.run.status !== "completed") return await drive.record(...started, ...entries);
  const outputs = await resolveOutputs(drive, after, stepId);
  await drive.record(...started, ...advanceSpine(drive.state, stepId, outcome, at, outputs));
}

/** A step that needs no unit, such as a route, begins and ends in one write; a skipped one never begins. */
function startEntry(
  { run, steps }: RunState,
  stepId: string,
  { status, loop, unitCount }: StepOutcome,
  at: string,
): JournalEntry[] {
  const isPending = steps.some((step) => step.stepId === stepId && step.status === "pending");
  if (status === "skipped" || !isPending) return [];
  return [{ type: "step-started", runId: run.runId, at, stepId, loop, unitCount }];
}

/** The step's row is for display; whole results stand in its attempts alone (decision R2). */
function withBoundedEvidence(outcome: StepOutcome): StepOutcome {
  const { evidence } = outcome;
  return evidence === undefined ? outcome : { ...outcome, evidence: boundEvidence(evidence) };
}

async function resolveOutputs(
  drive: Drive,
  after: RunState,
  stepId: string,
): Promise<JsonObject | undefined> {
  const bindings = await loadBindings(after, outputSteps(after.plan), drive.parts.journal);
  const resolved = resolveRunOutputs(after.plan, bindings);
  if (resolved.ok) {
    for (const warning of resolved.warnings) drive.parts.sink.warning(warning);
    return resolved.outputs;
  }
  const { runId } = after.run;
  await drive.record({ type: "step-reset", runId, at: drive.parts.clock.now(), stepId });
  throw new AkmError("WORKFLOW_OUTPUT_INVALID", resolved.problems.join("\n"), {
    hint:
      "The run stays active, but its plan is frozen: mend outputs: in the source, then " +
      `akm workflow abandon ${runId} and start a new run.`,
  });
}
