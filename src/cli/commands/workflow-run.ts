import type { JournalReader } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { Drive, isLocked, readRunFlags, skippedAnswer } from "../runs/drive.ts";
import { findRun, looksLikeRunId } from "../runs/find-run.ts";
import { locateTarget } from "../runs/find-target-run.ts";
import { activeRunOf, relatedWarnings } from "../runs/related-runs.ts";
import { resumeRun } from "../runs/resume-run.ts";
import { RUN_FLAGS } from "../runs/run-flags.ts";
import { startRun } from "../runs/start-run.ts";
import type { Answer, Verb } from "../verb.ts";

export const workflowRun: Verb = {
  summary: "Start a workflow, or go on with a run",
  arguments: [
    {
      name: "ref|run id",
      summary: "A workflow ref, a path, or a run id",
      required: true,
      completes: "workflow",
    },
  ],
  flags: RUN_FLAGS,
  takesParams: true,
  example: "akm workflow run workflows/hello --names Ada --names Grace",
  run: runWorkflow,
};

async function runWorkflow(call: Call): Promise<Answer> {
  const flags = readRunFlags(call);
  const drive = new Drive(call, flags);
  let reader: JournalReader | undefined;
  let run: RunRecord | undefined;
  try {
    reader = await call.machine.openReader(() => undefined);
    run = await existingRun(drive, reader);
    if (run !== undefined && reader !== undefined) {
      return await resumeRun(drive, run, reader, looksLikeRunId(argumentAt(call, 0)));
    }
    return await startNamed(drive, reader);
  } catch (error) {
    if (!flags.skipIfLocked || !isLocked(error)) throw error;
    return await skippedAnswer(call, error, reader, run?.runId);
  } finally {
    reader?.close();
    drive.close();
  }
}

/** The run that is meant: the one named, or the active one of the ref. */
async function existingRun(
  { call, flags }: Drive,
  reader: JournalReader | undefined,
): Promise<RunRecord | undefined> {
  const target = argumentAt(call, 0);
  if (looksLikeRunId(target)) return await findRun(reader, target);
  const wanted = await locateTarget(call.machine, target);
  const scopeKey = await (await call.machine.workspace()).scopeKey();
  const active = flags.startNew ? undefined : await activeRunOf(reader, scopeKey, wanted.isOf);
  if (active === undefined && wanted.missing !== undefined) throw wanted.missing;
  return active;
}

async function startNamed(drive: Drive, reader: JournalReader | undefined): Promise<Answer> {
  const { call, flags } = drive;
  const workspace = await call.machine.workspace();
  const { findWorkflow } = await call.machine.disk();
  const location = findWorkflow(argumentAt(call, 0), await workspace.bundles(), workspace.cwd);
  const scopeKey = await workspace.scopeKey();
  const warnings = await relatedWarnings(reader, scopeKey, location.ref, flags.startNew);
  for (const warning of warnings) call.say.warning(warning);
  return await startRun(drive, location);
}
