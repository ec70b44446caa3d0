import { type JsonObject, RESULT_SCHEMA_VERSION, type StopReason } from "../../contract/index.ts";
import type { DriveResult, StopCause } from "../../loop/index.ts";
import type { RunUsage } from "../../ports/index.ts";
import type { RunRecord, StepRecord } from "../../run/index.ts";
import { present } from "./present.ts";
import { runView, stepView } from "./run-view.ts";

/** What the journal says of a run. */
export interface RunPicture {
  run: RunRecord;
  steps: readonly StepRecord[];
  usage: RunUsage;
}

/** What this invocation of `workflow run` did. */
export interface DriveStory {
  result: DriveResult;
  resumed: boolean;
  stoppedBy?: StopCause;
}

/** What the gate of a failed run asked for. */
export type GateRejection = NonNullable<DriveResult["gateRejection"]>;

const SHAPE = "workflow-run";
/** Reasons that leave a run well and only not finished (decision C1). */
const REASONS_OK: readonly StopReason[] = ["waiting", "interrupted"];

/** `workflow run`'s result. Pure: what it shows was read before. */
export function runEnvelope(picture: RunPicture, story: DriveStory, warnings: readonly string[]): JsonObject {
  const { result, resumed, stoppedBy } = story;
  const { reason } = result;
  return {
    ok: reason === undefined || REASONS_OK.includes(reason),
    shape: SHAPE,
    schemaVersion: RESULT_SCHEMA_VERSION,
    ...runAndWorkflow(picture),
    executed: result.executed.map((execution) => ({ ...execution })),
    stepsProcessed: result.stepsProcessed,
    done: result.done,
    ...present({
      resumed: resumed ? true : undefined,
      reason,
      gateRejection: result.gateRejection === undefined ? undefined : { ...result.gateRejection },
      aborted: reason === "interrupted" ? stoppedBy : undefined,
      timedOut: reason === "timeout" ? true : undefined,
    }),
    usage: { ...result.usage },
    warnings: [...warnings],
  };
}

/** `--skip-if-locked`: somebody else is at it, which was said to be fine. */
export function skippedEnvelope(
  picture: RunPicture | undefined,
  skipped: { reason: "lock-held" | "state-db-contended"; message: string },
  warnings: readonly string[],
): JsonObject {
  return {
    ok: true,
    shape: SHAPE,
    schemaVersion: RESULT_SCHEMA_VERSION,
    ...(picture === undefined ? {} : runAndWorkflow(picture)),
    executed: [],
    stepsProcessed: 0,
    done: false,
    skipped: { ...skipped },
    ...(picture === undefined ? {} : { usage: { ...picture.usage } }),
    warnings: [...warnings],
  };
}

/** The result of `status`, and of the commands that change a run without driving it. */
export function statusEnvelope(
  picture: RunPicture,
  extra: { children?: JsonObject[]; units?: JsonObject[]; rejection?: GateRejection },
  warnings: readonly string[],
): JsonObject {
  return {
    ok: picture.run.status !== "failed" && picture.run.status !== "blocked",
    shape: SHAPE,
    schemaVersion: RESULT_SCHEMA_VERSION,
    ...runAndWorkflow(picture),
    ...present({
      children: extra.children === undefined || extra.children.length === 0 ? undefined : extra.children,
      units: extra.units,
      reason: statusReason(picture.run, extra.rejection),
      gateRejection: extra.rejection && { ...extra.rejection },
    }),
    usage: { ...picture.usage },
    warnings: [...warnings],
  };
}

/** Why the run stands still, where its records alone can tell. */
function statusReason({ status }: RunRecord, rejection: GateRejection | undefined): StopReason | undefined {
  if (rejection !== undefined) return "gate-rejected";
  return status === "blocked" ? "blocked" : undefined;
}

function runAndWorkflow({ run, steps }: RunPicture): JsonObject {
  return {
    run: runView(run),
    workflow: { ref: run.workflowRef, title: run.workflowTitle, steps: steps.map(stepView) },
  };
}
