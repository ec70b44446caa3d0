import { Semaphore } from "../../lib/semaphore.ts";

const turns = new Map<string, Semaphore>();

/**
 * One at a time for each repository: git makes and removes its directory of worktrees as the first comes and the last goes, and two
 * commands at once can get into each other's way there.
 */
export async function inTurn<T>(commonDirectory: string, work: () => Promise<T>): Promise<T> {
  const semaphore = turns.get(commonDirectory) ?? new Semaphore(1);
  turns.set(commonDirectory, semaphore);
  const release = await semaphore.queue().granted;
  try {
    return await work();
  } finally {
    release?.();
  }
}
