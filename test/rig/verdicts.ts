import type { DispatchRequest } from "../../src/ports/index.ts";
import type { AttemptOutcome } from "../../src/run/index.ts";
import { completed } from "./scripted-dispatcher.ts";

export const PASSED = { complete: true, missing: [], feedback: "" };

export function rejected(feedback = "More.", missing: string[] = ["tests"]) {
  return { complete: false, missing, feedback };
}

/** Whether an attempt is a judge's: its unit is `<step>.gate:l<number>`. */
export function isJudgement({ unitId }: Pick<DispatchRequest, "unitId">): boolean {
  return unitId.includes(".gate:");
}

/** A judge that gives these answers in turn, the last one for good; other units answer with their own ids. */
export function judgedBy(
  ...verdicts: (object | AttemptOutcome)[]
): (request: DispatchRequest) => AttemptOutcome {
  let asked = 0;
  return (request) => {
    if (!isJudgement(request)) return completed(request.unitId);
    const verdict = verdicts[Math.min(asked, verdicts.length - 1)];
    asked += 1;
    return verdict !== undefined && "status" in verdict ? verdict : completed({ ...verdict });
  };
}
