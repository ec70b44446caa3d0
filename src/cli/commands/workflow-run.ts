import { AkmError } from "../../errors/index.ts";
import type { RunRecord } from "../../run/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { findRun, looksLikeRunId } from "../runs/find-run.ts";
import { locateTarget } from "../runs/find-target-run.ts";
import { Invocation } from "../runs/invocation.ts";
import { activeElsewhere, unfinishedBefore } from "../runs/related-runs.ts";
import { resumeRun } from "../runs/resume-run.ts";
import { isLocked, skippedAnswer } from "../runs/run-answer.ts";
import { RUN_FLAGS, readRunFlags } from "../runs/run-flags.ts";
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
  let begun: Invocation | undefined;
  try {
    return await Invocation.during(call, flags, async (invocation) => {
      begun = invocation;
      return await runTarget(invocation, argumentAt(call, 0));
    });
  } catch (error) {
    if (!flags.skipIfLocked || begun?.hadLock === true || !isLocked(error)) throw error;
    return await skippedAnswer(call, error, begun?.run);
  }
}

async function runTarget(invocation: Invocation, target: string): Promise<Answer> {
  if (!looksLikeRunId(target)) return await runByRef(invocation, target);
  const run = await findRun(invocation.reader, target);
  if (invocation.flags.startNew) throw newOfRun(run);
  return await resumeRun(invocation, run, true);
}

function newOfRun({ runId, workflowRef }: RunRecord): AkmError {
  return new AkmError("INVALID_FLAG_VALUE", `--new starts another run, and ${runId} is one already.`, {
    hint: `Start another of its workflow: akm workflow run ${workflowRef} --new`,
  });
}

/** Goes on with the active run of the ref, which is looked for before the source is read; else starts one. */
async function runByRef(invocation: Invocation, target: string): Promise<Answer> {
  const { call, flags, reader } = invocation;
  const wanted = await locateTarget(call.machine, target);
  const scopeKey = await (await call.machine.workspace()).scopeKey();
  const [active] = flags.startNew
    ? []
    : await wanted.runs(reader, { scopeKey, statuses: ["active"], limit: 1 });
  const ref = active?.workflowRef ?? wanted.location?.ref;
  if (ref !== undefined) warn(call, await activeElsewhere(reader, scopeKey, ref));
  if (active !== undefined) return await resumeRun(invocation, active, false);

  if (wanted.location === undefined) throw wanted.missing;
  if (!flags.startNew) warn(call, await unfinishedBefore(reader, scopeKey, wanted));
  return await startRun(invocation, wanted.location);
}

function warn(call: Call, warnings: readonly string[]): void {
  for (const warning of warnings) call.say.warning(warning);
}
