import { AkmError } from "../errors/index.ts";
import { decodePlan, type Plan } from "../plan/index.ts";
import type { RunRecord, RunState } from "../run/index.ts";
import type { EngineParts } from "./engine.ts";

/** A run as the journal tells it, its plan decoded. See {@link driveRun} for the errors. */
export async function loadState(runId: string, parts: EngineParts): Promise<RunState> {
  const { journal } = parts;
  const run = await journal.loadRun(runId);
  if (run === undefined) throw runNotFound(runId);
  const plan = await loadPlan(run, parts);
  return { plan, run, steps: await journal.loadSteps(runId) };
}

export function runNotFound(runId: string): AkmError {
  return new AkmError("RUN_NOT_FOUND", `There is no run ${runId}.`, {
    hint: "`akm workflow list --all-scopes` shows the runs.",
  });
}

async function loadPlan(run: RunRecord, parts: EngineParts): Promise<Plan> {
  const decoded = decodePlan(await parts.journal.loadPlanJson(run.runId));
  if (decoded.kind === "undecodable") {
    if (decoded.newer) throw newerPlan(run, decoded.problem);
    throw await abandonUndecodable(run, decoded.problem, parts);
  }
  if (decoded.olderVersion !== undefined)
    parts.sink.warning(
      `The run's plan was frozen by an older akm (version ${decoded.olderVersion}); it runs as it was frozen.`,
    );
  return decoded.plan;
}

function newerPlan(run: RunRecord, problem: string): AkmError {
  return new AkmError(
    "WORKFLOW_PLAN_UNDECODABLE",
    `The plan of run ${run.runId} was frozen by a newer akm (version ${run.planIrVersion}): ${problem}`,
    { hint: "Upgrade akm to go on with this run; it was left untouched." },
  );
}

/** Such a run can never go on here, so it is ended rather than left to look alive. */
async function abandonUndecodable(run: RunRecord, problem: string, parts: EngineParts): Promise<AkmError> {
  const notes = `Abandoned: its stored plan cannot be decoded (${problem}).`;
  if (run.status === "active" || run.status === "blocked")
    await parts.journal.record([{ type: "run-abandoned", runId: run.runId, at: parts.clock.now(), notes }]);
  return new AkmError(
    "WORKFLOW_PLAN_UNDECODABLE",
    `The stored plan of run ${run.runId} cannot be decoded: ${problem}`,
    {
      hint: `The run is now abandoned. Start a new one: akm workflow run ${run.workflowRef}`,
    },
  );
}
