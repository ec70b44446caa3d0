import { AkmError } from "../errors/index.ts";
import { type DecodedPlan, decodePlan, type Plan } from "../plan/index.ts";
import type { RunRecord, RunState } from "../run/index.ts";
import { abandonBelow } from "./abandon-below.ts";
import type { EngineParts } from "./engine.ts";
import { recordAbandoned } from "./record-abandoned.ts";

/**
 * A run as the journal tells it, its plan decoded; the run's lock is held. `takeOver` is for the runs below one whose plan cannot be
 * decoded, which are given up with it. See {@link driveRun} for the errors.
 */
export async function loadState(
  runId: string,
  parts: EngineParts,
  { takeOver }: { takeOver: boolean } = { takeOver: false },
): Promise<RunState> {
  const { journal } = parts;
  const run = await journal.loadRun(runId);
  if (run === undefined) throw runNotFound(runId);
  const plan = await loadPlan(run, parts, takeOver);
  return { plan, run, steps: await journal.loadSteps(runId) };
}

export function runNotFound(runId: string): AkmError {
  return new AkmError("RUN_NOT_FOUND", `There is no run ${runId}.`, {
    hint: "`akm workflow list --all-scopes` shows the runs.",
  });
}

async function loadPlan(run: RunRecord, parts: EngineParts, takeOver: boolean): Promise<Plan> {
  const decoded = decodePlan(await parts.journal.loadPlanJson(run.runId));
  if (decoded.kind === "undecodable") {
    if (decoded.newer) throw newerPlan(run, decoded.problem);
    throw await abandonUndecodable(run, decoded.problem, parts, takeOver);
  }
  warnOfVersion(decoded, parts);
  return decoded.plan;
}

function warnOfVersion(
  { olderVersion, newerVersion }: Extract<DecodedPlan, { kind: "plan" }>,
  { sink }: EngineParts,
): void {
  const version = olderVersion ?? newerVersion;
  if (version === undefined) return;
  const whose = olderVersion === undefined ? "a newer akm" : "an older akm";
  sink.warning(`The run's plan was frozen by ${whose} (version ${version}); it runs as it was frozen.`);
}

function newerPlan(run: RunRecord, problem: string): AkmError {
  return new AkmError(
    "WORKFLOW_PLAN_UNDECODABLE",
    `The plan of run ${run.runId} was frozen by a newer akm (version ${run.planIrVersion}): ${problem}`,
    { hint: "Upgrade akm to go on with this run; it was left untouched." },
  );
}

/** Such a run can never go on here, so it is ended rather than left to look alive. */
async function abandonUndecodable(
  run: RunRecord,
  problem: string,
  parts: EngineParts,
  takeOver: boolean,
): Promise<AkmError> {
  const isOpen = run.status === "active" || run.status === "blocked";
  const notes = `Abandoned: its stored plan cannot be decoded (${problem}).`;
  await abandonBelow(run.runId, notes, parts, takeOver);
  if (isOpen) await recordAbandoned(run.runId, notes, parts);
  return new AkmError(
    "WORKFLOW_PLAN_UNDECODABLE",
    `The stored plan of run ${run.runId} cannot be decoded: ${problem}`,
    {
      hint: `${isOpen ? "The run is now abandoned. " : ""}Start a new one: akm workflow run ${run.workflowRef}`,
    },
  );
}
