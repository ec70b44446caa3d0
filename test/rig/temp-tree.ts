import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Where a test that is not about disks keeps its files: a write that must last takes no time in memory. */
export const FAST_DISK = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A directory of the test's own, gone when it ends, with the files given by relative path. Returns its real path. */
export function tempTree(files: Readonly<Record<string, string>> = {}, parent = tmpdir()): string {
  const root = realpathSync(mkdtempSync(join(parent, "akm-test-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}
