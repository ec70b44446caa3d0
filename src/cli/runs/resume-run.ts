import { AkmError } from "../../errors/index.ts";
import type { JournalReader } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";
import type { Answer } from "../verb.ts";
import { answer, type Drive } from "./drive.ts";
import { loadPicture } from "./picture.ts";

/**
 * Goes on with a run that exists (decision R10). `named` tells that its id was given, rather than its ref. Errors:
 * `PARAMS_ON_ACTIVE_RUN`, `RUN_NOT_RESUMABLE`, and those of driving.
 */
export async function resumeRun(
  drive: Drive,
  run: RunRecord,
  reader: JournalReader,
  named: boolean,
): Promise<Answer> {
  refuseParams(drive, run);
  if (run.status === "completed") return await nothingToDo(drive, run, reader);
  refuseStopped(drive, run);
  if (!named) {
    drive.call.say.notice(
      `Resuming run ${run.runId} of ${run.workflowRef}, started ${run.createdAt}; --new starts another instead.`,
    );
  }
  await warnOfChangedSource(drive, run);
  return await drive.drive(run.runId, true);
}

async function nothingToDo({ call }: Drive, run: RunRecord, reader: JournalReader): Promise<Answer> {
  const picture = await loadPicture(reader, run.runId);
  const result = { executed: [], stepsProcessed: 0, done: true, usage: picture.usage };
  return answer(call, picture, { result, resumed: false, cause: undefined });
}

function refuseParams({ call, flags }: Drive, run: RunRecord): void {
  if (call.params.length === 0 && flags.paramsFile === undefined) return;
  const given = [...call.params.filter((word) => word.startsWith("--")), flags.paramsFile && "--params-file"];
  throw new AkmError(
    "PARAMS_ON_ACTIVE_RUN",
    `Run ${run.runId} of ${run.workflowRef} has its params already; ${given.filter(Boolean).join(" ")} cannot change them.`,
    {
      hint: `Leave the params out to go on with it, or start another: akm workflow run ${run.workflowRef} --new …`,
    },
  );
}

function refuseStopped({ flags }: Drive, run: RunRecord): void {
  if (run.status === "active" || (run.status === "failed" && (flags.maxRetries ?? 0) > 0)) return;
  const retry = run.status === "failed" ? `, or run it with --max-retries 1` : "";
  throw new AkmError("RUN_NOT_RESUMABLE", `Run ${run.runId} is ${run.status}.`, {
    hint: `Open it again with \`akm workflow resume ${run.runId}\`${retry}.`,
  });
}

/** The plan is frozen, so a change of its source is worth a word and nothing more. */
async function warnOfChangedSource({ call }: Drive, run: RunRecord): Promise<void> {
  const { hashWorkflowFile } = await call.machine.disk();
  const hash = hashWorkflowFile(run.sourcePath);
  if (hash === run.sourceHash) return;
  const what = hash === undefined ? "is gone" : "has changed";
  call.say.warning(
    `${run.sourcePath} ${what} since run ${run.runId} started; the run goes on with its frozen plan.`,
  );
}
