import type { Machine } from "../../compose.ts";
import { AkmError, type ErrorCode } from "../../errors/index.ts";
import type { Catalogue, FrozenWorkflow, WorkflowOutline } from "../../plan/index.ts";
import type { Finding, Workflow } from "../../source/index.ts";
import type { WorkflowLocation } from "../../workspace/index.ts";

/** The code of findings about what a later version will do. */
const NOT_YET_SUPPORTED_FINDING = "not-yet-supported";

const CORRECT_IT = "Correct the file; `akm lint --type workflows` checks it again.";

/** A workflow read from disk and found free of errors. */
export interface LoadedWorkflow {
  location: WorkflowLocation;
  sourceHash: string;
  workflow: Workflow;
  /** What was found that is no error. */
  warnings: Finding[];
}

/**
 * Errors: `WORKFLOW_SOURCE_INVALID` with every error of the file as a problem, `COMPOSITION_INVALID` or
 * `INPUT_BINDING_INVALID` where one of them is about that, and those of finding and reading the file.
 */
export async function loadWorkflow(machine: Machine, location: WorkflowLocation): Promise<LoadedWorkflow> {
  const [{ readWorkflowFile }, { readWorkflow }] = await Promise.all([machine.disk(), machine.source()]);
  const { bytes, sha256 } = readWorkflowFile(location.path);
  const { workflow, findings } = readWorkflow(bytes, location.path);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (workflow === undefined || errors.length > 0) throw sourceRefused(location, errors, CORRECT_IT);
  return { location, sourceHash: sha256, workflow, warnings: findings };
}

export async function findAndLoad(machine: Machine, target: string): Promise<LoadedWorkflow> {
  const workspace = await machine.workspace();
  const { findWorkflow } = await machine.disk();
  return await loadWorkflow(machine, findWorkflow(target, await workspace.bundles(), workspace.cwd));
}

/** Freezes it for the current directory, with the configuration as it is now. Errors: those of `freezeWorkflow`. */
export async function freezeLoaded(machine: Machine, loaded: LoadedWorkflow): Promise<FrozenWorkflow> {
  const { freezeWorkflow } = await machine.plan();
  return freezeWorkflow(loaded.workflow, await catalogueFor(machine, loaded));
}

/** What it would do here, also where the engines to do it with are missing. */
export async function outlineLoaded(machine: Machine, loaded: LoadedWorkflow): Promise<WorkflowOutline> {
  const { outlineWorkflow } = await machine.plan();
  return outlineWorkflow(loaded.workflow, await catalogueFor(machine, loaded));
}

async function catalogueFor(
  machine: Machine,
  { location, sourceHash, workflow }: LoadedWorkflow,
): Promise<Catalogue> {
  const { cwd, directories, configFiles, config } = await machine.workspace();
  const { assembleCatalogue } = await machine.disk();
  return await assembleCatalogue({
    workflow,
    workflowRef: location.ref,
    sourcePath: location.displayPath,
    sourceHash,
    cwd,
    loaded: await config(),
    files: configFiles(),
    directories,
    env: machine.env,
  });
}

/** Findings that an error code of its own stands for, and with which the message then begins. */
const OWN_CODES: readonly (readonly [finding: string, code: ErrorCode])[] = [
  ["multi-job-unsupported", "COMPOSITION_INVALID"],
  ["invalid-binding", "INPUT_BINDING_INVALID"],
];

function headlineOf(errors: readonly Finding[]): { code: ErrorCode; first?: Finding } {
  for (const [finding, code] of OWN_CODES) {
    const first = errors.find((error) => error.code === finding);
    if (first !== undefined) return { code, first };
  }
  const isAllLater = errors.every(({ code }) => code === NOT_YET_SUPPORTED_FINDING);
  const [first] = errors;
  return { code: isAllLater ? "NOT_YET_SUPPORTED" : "WORKFLOW_SOURCE_INVALID", ...(first && { first }) };
}

/** A message may end in a question: did you mean …? */
function sentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}

function sourceRefused(
  { displayPath }: WorkflowLocation,
  errors: readonly Finding[],
  hint: string,
): AkmError {
  const { code: errorCode, first } = headlineOf(errors);
  const place = first === undefined ? displayPath : `${displayPath}:${first.line}:${first.column}`;
  const more = errors.length < 2 ? "" : ` (and ${errors.length - 1} more)`;
  return new AkmError(errorCode, sentence(`${place}: ${first?.message ?? "this is no workflow"}${more}`), {
    hint,
    problems: errors.map(({ line, column, code, message }) => ({
      file: displayPath,
      line,
      column,
      code,
      message,
    })),
  });
}
