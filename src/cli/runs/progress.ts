import type { Json } from "../../contract/index.ts";
import type { FanOut } from "../../ports/index.ts";
import type { AttemptOutcome, RunEvent } from "../../run/index.ts";
import type { Verdict } from "../../step/index.ts";
import { counted, duration, indented, paintStatus, shortValue, wholeValue } from "../render/words.ts";
import type { Style } from "../style.ts";

const ITEM_CHARS_MAX = 40;
const REASON_CHARS_MAX = 160;

export interface Progress {
  /** A line about an event for somebody who watches, or undefined for events that say nothing new to them. */
  lineOf(event: RunEvent): string | undefined;
  /** From here on the units of this fan-out are counted, and told with what they work on. */
  fanOut(fanOut: FanOut): void;
}

export function createProgress(style: Style, verbose: boolean): Progress {
  let fan: FanOut | undefined;
  let finished = new Set<string>();

  const named = (unitId: string): string => {
    const item = fan?.itemOf(unitId);
    return item === undefined
      ? unitId
      : `${unitId} (${shortValue(JSON.parse(item) as Json, ITEM_CHARS_MAX)})`;
  };
  const counter = (unitId: string): string => {
    if (fan?.itemOf(unitId) === undefined) return "";
    finished.add(unitId);
    return `, ${finished.size}/${fan.unitCount}`;
  };

  return {
    fanOut(next) {
      fan = next;
      finished = new Set(next.finished);
    },
    lineOf(event) {
      const { type, stepId = "", unitId = stepId, unitCount } = event;
      switch (type) {
        case "step_started": {
          // A route has no units, and of a fan-out over nothing its end tells enough.
          const units = unitCount ? ` (${counted(unitCount, "unit")})` : "";
          return `${style.bold(stepId)}: started${units}`;
        }
        case "step_finished":
          return `${style.bold(stepId)}: ${ended(event, style)}`;
        case "unit_started":
          // One that is tried again is not finished after all.
          finished.delete(unitId);
          return verbose ? `  ${named(unitId)}: started, attempt ${event.attempt ?? 1}` : undefined;
        case "unit_finished":
          return `  ${named(unitId)}: ${ended(event, style)}${counter(unitId)}`;
        case "unit_interrupted":
          return `  ${named(unitId)}: ${ended(event, style)}`;
        case "gate_judged":
          // What was said is told with the verdict.
          return event.status === "failed" ? `  ${unitId}: ${ended(event, style)}` : undefined;
        default:
          return undefined;
      }
    },
  };
}

/** What a judge or a person said of a step. */
export function verdictText(unitId: string, { complete, missing, feedback }: Verdict, style: Style): string {
  if (complete) return `  ${unitId}: ${style.green("passed")}`;
  const why = missing.length > 0 ? missing.join("; ") : feedback;
  const reason = why === "" ? "" : `: ${shortValue(why, REASON_CHARS_MAX)}`;
  return `  ${unitId}: ${style.yellow("rejected")}${reason}`;
}

/** What an attempt made, or how it failed, below the line that tells of its end. Undefined where there is nothing to show. */
export function outcomeText(outcome: AttemptOutcome): string | undefined {
  if (outcome.status === "failed") return indented(wholeValue(outcome.error));
  return outcome.result === undefined ? undefined : indented(wholeValue(outcome.result));
}

function ended({ type, status, failureReason, durationMs }: RunEvent, style: Style): string {
  const outcome = paintStatus(style)(status ?? (type === "unit_interrupted" ? "interrupted" : "completed"));
  const reason = failureReason === undefined ? "" : ` (${failureReason})`;
  return `${outcome}${reason}${durationMs === undefined ? "" : ` in ${duration(durationMs)}`}`;
}
