import type { JsonObject } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { JournalReader, LockHolder, SnapshotReader } from "../../ports/index.ts";
import { type AttemptRecord, type RunRecord, runRejection } from "../../run/index.ts";
import type { Call } from "../call.ts";
import { childRuns } from "../envelopes/child-runs.ts";
import { statusEnvelope } from "../envelopes/run-envelope.ts";
import { unitView } from "../envelopes/run-view.ts";
import { nextCommands } from "../render/next-commands.ts";
import { runText } from "../render/run-text.ts";
import { attemptsText, unitsText } from "../render/units-text.ts";
import type { Answer } from "../verb.ts";
import { canGoOn, type NextMove, nextMove } from "./next-move.ts";
import { loadPicture } from "./picture.ts";

/** The status of a run at one instant as a result, also of the commands that change one without driving it. */
export async function statusAnswer(
  call: Call,
  reader: SnapshotReader,
  { runId }: Pick<RunRecord, "runId">,
  withUnits = false,
): Promise<Answer> {
  const { picture, children, attempts, rejection, move } = await reader.atOneInstant(async () => {
    const now = await loadPicture(reader, runId);
    return {
      picture: now,
      children: await childRuns(reader, now.run, (child) => canGoOn(call, reader, child)),
      attempts: withUnits ? await allAttempts(reader, runId) : undefined,
      rejection: await runRejection(now.run, now.steps, (stepId) => reader.loadAttempts(runId, stepId)),
      move: call.format === "text" ? await nextMove(call, reader, now.run) : undefined,
    };
  });
  const isThere = await directoryCheck(call, attempts);
  const units = attempts === undefined ? {} : { units: attempts.map(unitView) };
  const engine = call.format === "text" ? await engineLine(call, picture.run, move) : [];
  return {
    ending: { kind: "done" },
    result: {
      envelope: statusEnvelope(
        picture,
        { children, ...units, ...(rejection && { rejection }) },
        call.say.warnings,
      ),
      text: (style) => {
        const blocks = [runText(picture, style, engine)];
        if (attempts !== undefined) {
          blocks.push(unitsText(attempts, style, isThere));
          if (call.say.verbose) blocks.push(attemptsText(attempts, style));
        }
        if (children.length > 0) blocks.push(childrenText(children));
        return blocks.filter((block) => block !== "").join("\n\n");
      },
    },
  };
}

/** The disk is looked at only where there may be something to see. */
async function directoryCheck(
  { machine, format }: Call,
  attempts: readonly AttemptRecord[] = [],
): Promise<(path: string) => boolean> {
  if (format !== "text" || attempts.every(({ worktreePath }) => worktreePath === undefined))
    return () => false;
  return (await machine.disk()).isDirectory;
}

async function allAttempts(reader: JournalReader, runId: string): Promise<AttemptRecord[]> {
  const attempts: AttemptRecord[] = [];
  for await (const attempt of reader.loadAttempts(runId)) attempts.push(attempt);
  return attempts;
}

/** An active run is being driven only while somebody alive holds its lock. */
async function engineLine(call: Call, run: RunRecord, move: NextMove | undefined): Promise<string[]> {
  if (run.status !== "active") return nextCommands(move);
  const holder = await holderOf(call, run);
  if (holder instanceof AkmError)
    return [`Whether a process drives it cannot be told. ${holder.message}`, ...hintOf(holder)];
  if (holder === undefined) return ["Nobody drives it now.", ...nextCommands(move)];
  return [`Process ${holder.pid} on ${holder.host} drives it.`];
}

/** How the run stands is known without its lock. */
async function holderOf({ machine }: Call, { runId }: RunRecord): Promise<LockHolder | AkmError | undefined> {
  try {
    return await machine.lockHolder(runId);
  } catch (error) {
    if (error instanceof AkmError) return error;
    throw error;
  }
}

function hintOf({ hint }: AkmError): string[] {
  return hint === undefined ? [] : [hint];
}

function childrenText(children: readonly JsonObject[], indent = "  "): string {
  return children
    .flatMap((child) => {
      const below = Array.isArray(child.children) ? (child.children as JsonObject[]) : [];
      const line = `${indent}${child.stepId}  ${child.runId}  ${child.workflowRef}  ${child.status}`;
      return below.length === 0 ? [line] : [line, childrenText(below, `${indent}  `)];
    })
    .join("\n");
}
