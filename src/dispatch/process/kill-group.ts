import { KILL_GRACE_MS, KILL_SETTLE_MS } from "../../contract/index.ts";
import type { ProcessGroup } from "./process-group.ts";

/**
 * The kill ladder (decision R7): SIGTERM to every process of the group, 5 s, SIGKILL. Resolves once none of them
 * lives, or 1 s after SIGKILL. On Windows the first rung already kills.
 */
export async function killGroup(group: ProcessGroup): Promise<void> {
  if (!group.someoneLives()) return;
  group.signal("SIGTERM");
  // A stopped process can heed SIGTERM only once it goes on.
  if (process.platform !== "win32") group.signal("SIGCONT");
  if (await group.emptiesWithin(KILL_GRACE_MS)) return;
  group.signal("SIGKILL");
  await group.emptiesWithin(KILL_SETTLE_MS);
}
