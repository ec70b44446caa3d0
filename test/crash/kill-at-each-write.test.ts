import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { type Outcome, openCrashHome } from "./crash-rig.ts";
import { expectSoundJournal, finish } from "./expectations.ts";

/** The run makes more writes than this; fewer would mean that the cuts no longer reach it. */
const WRITES_AT_LEAST = 20;

describe("an engine killed at a journal write", () => {
  let directory: string;
  let program: string;
  let uncut: Outcome;

  beforeAll(async () => {
    mkdirSync(path.join(ROOT, "build"), { recursive: true });
    directory = mkdtempSync(path.join(ROOT, "build/cut-program-"));
    const build = await rolldown({
      input: path.join(ROOT, "test/rig/cut-program.ts"),
      platform: "node",
      external: ["@photostructure/sqlite"],
      logLevel: "silent",
    });
    await build.write({ dir: directory, format: "esm", entryFileNames: "program.mjs" });
    await build.close();
    program = path.join(directory, "program.mjs");
    const home = openCrashHome();
    uncut = await finish(home);
    home.remove();
  }, 60_000);

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test.each(["before", "after"] as const)(
    "goes on as if never cut, whichever write it was (%s it)",
    async (when) => {
      for (let write = 1; ; write += 1) {
        const home = openCrashHome();
        const cut = await home.akm(["workflow", "run", "workflows/cut"], {
          program,
          cut: `${write}:${when}`,
        });
        expect(await finish(home), `cut ${when} write ${write}`).toEqual(uncut);
        await expectSoundJournal(home);
        home.remove();
        if (cut.signal === "SIGKILL") continue;
        expect(cut.status).toBe(0);
        expect(write).toBeGreaterThan(WRITES_AT_LEAST);
        return;
      }
    },
    600_000,
  );
});
