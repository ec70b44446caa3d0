import { existsSync } from "node:fs";
import type { Machine } from "../../compose.ts";
import { AkmError } from "../../errors/index.ts";
import type { JournalReader, RunFilter } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";
import type { WorkflowLocation } from "../../workspace/index.ts";
import { findRun, looksLikeRunId, runNotFound } from "./find-run.ts";

/** What a ref or path stands for, whether or not its file is still there. */
export interface WorkflowTarget {
  /** Undefined once the file is gone; {@link missing} then says how that came out. */
  location: WorkflowLocation | undefined;
  missing: AkmError | undefined;
  /**
   * Its runs among those of the filter, newest first. In one scope the file counts as well as the ref, since projects of
   * one repository may each have a workflow of that ref.
   */
  runs(reader: JournalReader | undefined, filter: RunFilter): Promise<RunRecord[]>;
}

/** Errors: those of finding a workflow but for its file being gone, which only matters to whoever needs the file. */
export async function locateTarget(machine: Machine, target: string): Promise<WorkflowTarget> {
  const workspace = await machine.workspace();
  const { findWorkflow, looksLikePath, resolveWorkflowPath } = await machine.disk();
  try {
    const location = findWorkflow(target, await workspace.bundles(), workspace.cwd);
    return { location, missing: undefined, runs: (reader, filter) => runsOfFile(reader, filter, location) };
  } catch (error) {
    if (!(error instanceof AkmError) || error.code !== "ASSET_NOT_FOUND") throw error;
    const path = looksLikePath(target) ? resolveWorkflowPath(target, workspace.cwd) : undefined;
    const isMeant = (run: RunRecord): boolean =>
      path === undefined ? isSameRef(run.workflowRef, target) : run.workflowRef === path;
    return {
      location: undefined,
      missing: error,
      runs: (reader, filter) => runsOfLostFile(reader, filter, isMeant),
    };
  }
}

async function runsOfFile(
  reader: JournalReader | undefined,
  filter: RunFilter,
  { ref, path }: WorkflowLocation,
): Promise<RunRecord[]> {
  const file = filter.scopeKey === undefined ? {} : { sourcePath: path };
  return (await reader?.listRuns({ ...filter, workflowRef: ref, ...file })) ?? [];
}

/** A run whose own file is still there belongs to another workflow of that ref. */
async function runsOfLostFile(
  reader: JournalReader | undefined,
  { limit, ...filter }: RunFilter,
  isMeant: (run: RunRecord) => boolean,
): Promise<RunRecord[]> {
  const all = (await reader?.listRuns(filter)) ?? [];
  const lost = all.filter(
    (run) => isMeant(run) && (filter.scopeKey === undefined || !existsSync(run.sourcePath)),
  );
  return lost.slice(0, limit);
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
  const [newest] = await wanted.runs(reader, { ...(allScopes ? {} : { scopeKey }), limit: 1 });
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
