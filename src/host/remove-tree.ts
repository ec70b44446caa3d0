import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes whatever stands there, a link itself rather than what it leads to; nothing is fine as well. Directories that were made
 * read-only, as some caches are, are made writable for it. Rejects with what the system says of what it will not let go.
 */
export async function removeTree(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true });
  try {
    await remove();
  } catch {
    await makeWritable(path);
    await remove();
  }
}

async function makeWritable(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await makeWritable(join(path, name));
}
