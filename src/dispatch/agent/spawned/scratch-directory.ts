import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files of one attempt that only this user can read. Nothing is made before the first of them. */
export class ScratchDirectory {
  #path: string | undefined;

  /** Returns the file's path. */
  writeFile(name: string, content: string): string {
    this.#path ??= mkdtempSync(join(tmpdir(), "akm-agent-"));
    const file = join(this.#path, name);
    writeFileSync(file, content, { mode: 0o600 });
    return file;
  }

  remove(): void {
    if (this.#path !== undefined) rmSync(this.#path, { recursive: true, force: true });
  }
}
