import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { FrozenWorkflow } from "../../plan/index.ts";
import type { NewRun } from "../../ports/index.ts";
import type { WorkflowLocation } from "../../workspace/index.ts";
import type { Call } from "../call.ts";
import { readParamsFile } from "../params/read-params-file.ts";
import { resolveParams } from "../params/resolve-params.ts";
import type { Answer } from "../verb.ts";
import { freezeLoaded } from "../workflows/freeze-loaded.ts";
import { type LoadedWorkflow, loadWorkflow } from "../workflows/load-workflow.ts";
import type { Invocation } from "./invocation.ts";
import { loadPicture } from "./picture.ts";
import { resumeRun } from "./resume-run.ts";
import { runAnswer } from "./run-answer.ts";
import { RUN_FLAGS } from "./run-flags.ts";
import { warnOfCredentials } from "./warn-of-credentials.ts";

/**
 * Starts a run of the workflow: read, check, freeze, take the params in; only then is anything written. Two starts at
 * once of one ref in one scope make one run, which the later one goes on with.
 */
export async function startRun(invocation: Invocation, location: WorkflowLocation): Promise<Answer> {
  const loaded = await loadWorkflow(invocation.call.machine, location);
  return await startLoaded(invocation, loaded, (frozen) => paramsOf(invocation, frozen));
}

/** The same for a workflow that was made of something else. */
export async function startLoaded(
  invocation: Invocation,
  loaded: LoadedWorkflow,
  paramsFor: (frozen: FrozenWorkflow) => Promise<JsonObject>,
): Promise<Answer> {
  const { call, flags } = invocation;
  const frozen = await freezeLoaded(call.machine, loaded);
  const params = await paramsFor(frozen);
  for (const { message } of frozen.notices) call.say.warning(message);
  warnOfCredentials(call, params, "param");

  const journal = await invocation.journal();
  const newRun = await newRunOf(call, loaded, frozen, params);
  const { run, created } = await journal.createRun(newRun, {
    alsoIfActive: flags.startNew,
    guard: await sourceGuard(call, loaded, frozen),
  });
  invocation.run = run;
  if (!created) return await resumeRun(invocation, run, false);
  for (const event of await journal.loadEvents({ runId: run.runId, limit: 1 })) invocation.sink.event(event);
  const result = await invocation.drive(run.runId);
  return runAnswer(invocation, await loadPicture(journal, run.runId), result, false);
}

/** Throws when a file that the plan was made of is not what it was: what is published is what its author sees. */
async function sourceGuard(
  { machine }: Call,
  { location, sourceHash }: LoadedWorkflow,
  { sources }: FrozenWorkflow,
): Promise<() => void> {
  const { lookAtWorkflowFile } = await machine.disk();
  const read = [{ path: location.path, displayPath: location.displayPath, sha256: sourceHash }, ...sources];
  return () => {
    const changed = read.find(({ path, sha256 }) => {
      const now = lookAtWorkflowFile(path);
      return now.kind !== "readable" || now.sha256 !== sha256;
    });
    if (changed === undefined) return;
    throw new AkmError(
      "WORKFLOW_SOURCE_INVALID",
      `${changed.displayPath} changed while the run was being started; nothing was started.`,
      { hint: "Start it again." },
    );
  };
}

async function paramsOf({ call, flags }: Invocation, { plan }: FrozenWorkflow): Promise<JsonObject> {
  const { cwd } = await call.machine.workspace();
  const file =
    flags.paramsFile === undefined ? {} : await readParamsFile(flags.paramsFile, cwd, call.host.stdin);
  const otherFlags = RUN_FLAGS.map(({ name }) => name);
  return resolveParams(plan.params, { words: call.params, file, otherFlags });
}

async function newRunOf(
  call: Call,
  { location, sourceHash }: LoadedWorkflow,
  { plan, planJson, planHash }: FrozenWorkflow,
  params: JsonObject,
): Promise<NewRun> {
  return {
    run: {
      runId: randomUUID(),
      workflowRef: location.ref,
      workflowTitle: plan.workflow.title,
      sourcePath: location.path,
      params,
      scopeKey: await (await call.machine.workspace()).scopeKey(),
      planIrVersion: plan.irVersion,
      planHash,
      sourceHash,
      createdAt: new Date().toISOString(),
    },
    planJson,
    steps: plan.steps.map(({ id, kind }, sequenceIndex) => ({ stepId: id, sequenceIndex, kind })),
  };
}
