import type { RunEvent } from "../../run/index.ts";
import { counted, duration, paintStatus } from "../render/words.ts";
import type { Style } from "../style.ts";

/** A line about an event for somebody who watches, or undefined for events that say nothing new to them. */
export function progressLine(event: RunEvent, style: Style, verbose: boolean): string | undefined {
  switch (event.type) {
    case "step_started": {
      // A route has no units, and of a fan-out over nothing its end tells enough.
      const units = event.unitCount ? ` (${counted(event.unitCount, "unit")})` : "";
      return `${style.bold(event.stepId ?? "")}: started${units}`;
    }
    case "step_finished":
      return `${style.bold(event.stepId ?? "")}: ${ended(event, style)}`;
    case "unit_started":
      return verbose ? `  ${event.unitId}: started, attempt ${event.attempt ?? 1}` : undefined;
    case "unit_finished":
    case "unit_interrupted":
    case "gate_judged":
      return `  ${event.unitId ?? event.stepId}: ${ended(event, style)}`;
    default:
      return undefined;
  }
}

function ended({ type, status, failureReason, durationMs }: RunEvent, style: Style): string {
  const outcome = paintStatus(style)(status ?? (type === "unit_interrupted" ? "interrupted" : "completed"));
  const reason = failureReason === undefined ? "" : ` (${failureReason})`;
  return `${outcome}${reason}${durationMs === undefined ? "" : ` in ${duration(durationMs)}`}`;
}
