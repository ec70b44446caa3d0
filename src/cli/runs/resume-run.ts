import { AkmError } from "../../errors/index.ts";
import { didYouMean } from "../../lib/index.ts";
import type { RunRecord } from "../../run/index.ts";
import { nextCommands } from "../render/next-commands.ts";
import type { Answer } from "../verb.ts";
import type { Invocation } from "./invocation.ts";
import { nextMove } from "./next-move.ts";
import { loadPicture } from "./picture.ts";
import { runAnswer } from "./run-answer.ts";
import { RUN_FLAGS } from "./run-flags.ts";

const WHAT_BECAME = {
  readable: "has changed",
  gone: "is gone",
  unreadable: "can no longer be read",
} as const;

const RUN_FLAG_NAMES = RUN_FLAGS.map(({ name }) => `--${name}`);

/**
 * Goes on with a run that exists (decision R10). `named` tells that its id was given, rather than its ref. Errors:
 * `PARAMS_ON_ACTIVE_RUN`, `RUN_NOT_RESUMABLE`, and those of driving.
 */
export async function resumeRun(invocation: Invocation, run: RunRecord, named: boolean): Promise<Answer> {
  invocation.run = run;
  refuseParams(invocation, run);
  if (run.status === "completed") return await nothingToDo(invocation, run);
  await refuseStopped(invocation, run);
  if (!named) {
    invocation.call.say.notice(
      `Resuming run ${run.runId} of ${run.workflowRef}, started ${run.createdAt}; --new starts another instead.`,
    );
  }
  await warnOfChangedSource(invocation, run);
  const result = await invocation.drive(run.runId);
  return await runAnswer(invocation, await loadPicture(await invocation.journal(), run.runId), result, true);
}

async function nothingToDo(invocation: Invocation, run: RunRecord): Promise<Answer> {
  invocation.call.say.notice(
    `Run ${run.runId} completed before; nothing was run. Start another: akm workflow run ${run.workflowRef}`,
  );
  const picture = await loadPicture(invocation.reader ?? (await invocation.journal()), run.runId);
  const result = { executed: [], stepsProcessed: 0, done: true, usage: picture.usage };
  return await runAnswer(invocation, picture, result, false);
}

function refuseParams({ call, flags }: Invocation, run: RunRecord): void {
  if (call.params.length === 0 && flags.paramsFile === undefined) return;
  const given = call.params
    .filter((word) => word.startsWith("--"))
    .map((word) => word.split("=", 1)[0] ?? word);
  if (flags.paramsFile !== undefined) given.push("--params-file");
  const mistyped = given.map((flag) => didYouMean(flag, RUN_FLAG_NAMES)).find((near) => near !== undefined);
  throw new AkmError(
    "PARAMS_ON_ACTIVE_RUN",
    `Run ${run.runId} of ${run.workflowRef} has its params already; ${given.join(" ") || call.params[0]} cannot change them.`,
    {
      hint:
        mistyped === undefined || flags.paramsFile !== undefined
          ? `Go on with it: akm workflow run ${run.workflowRef}. Start another: akm workflow run ${run.workflowRef} --new …`
          : `Did you mean ${mistyped}?`,
    },
  );
}

async function refuseStopped(invocation: Invocation, run: RunRecord): Promise<void> {
  const { flags } = invocation;
  if (run.status === "active" || (run.status === "failed" && (flags.maxRetries ?? 0) > 0)) return;
  throw new AkmError("RUN_NOT_RESUMABLE", `Run ${run.runId} is ${run.status}.`, {
    hint: await howToOpen(invocation, run),
  });
}

/** Opening this run alone is in vain where it stands still with others. */
async function howToOpen(invocation: Invocation, run: RunRecord): Promise<string> {
  const move = await nextMove(invocation.call, invocation.reader ?? (await invocation.journal()), run);
  if (move?.kind === "open" && move.way.line.length > 1)
    return `Go on with: ${move.way.commands.join(" && ")}`;
  if (move?.kind === "start-anew" && move.way.line.length > 1) return nextCommands(move).join(" ");
  const retry = run.status === "failed" ? ", or run it with --max-retries 1" : "";
  return `Open it again with \`akm workflow resume ${run.runId}\`${retry}.`;
}

/** The plan is frozen, so a change of its source is worth a word and nothing more. */
async function warnOfChangedSource({ call }: Invocation, run: RunRecord): Promise<void> {
  const { lookAtWorkflowFile } = await call.machine.disk();
  const now = lookAtWorkflowFile(run.sourcePath);
  if (now.kind === "readable" && now.sha256 === run.sourceHash) return;
  call.say.warning(
    `${run.sourcePath} ${WHAT_BECAME[now.kind]} since run ${run.runId} started; the run goes on with its frozen plan.`,
  );
}
