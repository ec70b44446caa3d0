import type { Machine } from "../../compose.ts";
import { AkmError } from "../../errors/index.ts";
import type { JournalReader } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";
import type { WorkflowLocation } from "../../workspace/index.ts";
import { findRun, looksLikeRunId, runNotFound } from "./find-run.ts";

/** What a ref or path stands for, whether or not its file is still there. */
export interface WorkflowTarget {
  /** Undefined once the file is gone; {@link missing} then says how that came out. */
  location: WorkflowLocation | undefined;
  missing: AkmError | undefined;
  /** Whether a run's ref is the one meant. */
  isOf(run: RunRecord): boolean;
}

/** Errors: those of finding a workflow but for its file being gone, which only matters to whoever needs the file. */
export async function locateTarget(machine: Machine, target: string): Promise<WorkflowTarget> {
  const workspace = await machine.workspace();
  const { findWorkflow, looksLikePath, resolveWorkflowPath } = await machine.disk();
  try {
    const location = findWorkflow(target, await workspace.bundles(), workspace.cwd);
    return { location, missing: undefined, isOf: (run) => run.workflowRef === location.ref };
  } catch (error) {
    if (!(error instanceof AkmError) || error.code !== "ASSET_NOT_FOUND") throw error;
    const path = looksLikePath(target) ? resolveWorkflowPath(target, workspace.cwd) : undefined;
    const isOf = (run: RunRecord): boolean =>
      path === undefined ? isSameRef(run.workflowRef, target) : run.workflowRef === path;
    return { location: undefined, missing: error, isOf };
  }
}

/** The newest run that a run id or a ref names, in this scope or, for refs, in all of them. */
export async function findTargetRun(
  machine: Machine,
  reader: JournalReader | undefined,
  target: string,
  allScopes: boolean,
): Promise<RunRecord> {
  if (looksLikeRunId(target)) return await findRun(reader, target);
  const wanted = await locateTarget(machine, target);
  const scopeKey = await (await machine.workspace()).scopeKey();
  const byRef = wanted.location === undefined ? {} : { workflowRef: wanted.location.ref, limit: 1 };
  const runs = await reader?.listRuns({ ...byRef, ...(allScopes ? {} : { scopeKey }) });
  const newest = runs?.find(wanted.isOf);
  if (newest !== undefined) return newest;
  if (wanted.missing !== undefined) throw wanted.missing;
  throw runNotFound(
    `No run of ${target} was ever started ${allScopes ? "on this machine" : `in ${scopeKey}`}.`,
  );
}

/** A ref without a bundle stands for the workflow of that name in any bundle. */
function isSameRef(qualified: string, target: string): boolean {
  return qualified === target || qualified.endsWith(`//${target}`);
}
