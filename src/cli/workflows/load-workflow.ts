import type { Machine } from "../../compose.ts";
import type { Finding, Workflow } from "../../source/index.ts";
import type { WorkflowLocation } from "../../workspace/index.ts";
import { refuseSource } from "./refuse-source.ts";

/** A workflow read from disk and found free of errors. */
export interface LoadedWorkflow {
  location: WorkflowLocation;
  sourceHash: string;
  workflow: Workflow;
  /** What was found that is no error. */
  warnings: Finding[];
}

/** Errors: `WORKFLOW_SOURCE_INVALID` with every error of the file as a problem, and those of finding and reading it. */
export async function loadWorkflow(machine: Machine, location: WorkflowLocation): Promise<LoadedWorkflow> {
  const [{ readWorkflowFile }, { readWorkflow }] = await Promise.all([machine.disk(), machine.source()]);
  const { bytes, sha256 } = readWorkflowFile(location.path);
  const { workflow, findings } = readWorkflow(bytes, location.path);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (workflow === undefined || errors.length > 0)
    throw refuseSource("workflows", location.displayPath, errors);
  return { location, sourceHash: sha256, workflow, warnings: findings };
}

export async function findAndLoad(machine: Machine, target: string): Promise<LoadedWorkflow> {
  const workspace = await machine.workspace();
  const { findWorkflow } = await machine.disk();
  return await loadWorkflow(machine, findWorkflow(target, await workspace.bundles(), workspace.cwd));
}
