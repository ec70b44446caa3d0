import { shortValue } from "../render/words.ts";
import type { Speaker } from "../speaker.ts";

/** Often enough to see that a unit lives, seldom enough to be read. */
const INTERVAL_MS = 2000;

/** Shows the end of what a working model or agent has said, a line a unit every two seconds. */
export function lifeSigns(
  say: Pick<Speaker, "style" | "progress">,
  now: () => number,
): (unitId: string, text: string) => void {
  const shownAt = new Map<string, number>();
  return (unitId, text) => {
    const at = now();
    if (at - (shownAt.get(unitId) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
    shownAt.set(unitId, at);
    say.progress(say.style.dim(`  ${unitId}: ${shortValue(text)}`));
  };
}
