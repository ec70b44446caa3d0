import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCutProgram } from "../rig/build-cut-program.ts";
import { type Outcome, openCrashHome } from "./crash-rig.ts";
import { expectSoundJournal, finish } from "./expectations.ts";

/** The run makes more writes than this; fewer would mean that the cuts no longer reach it. */
const WRITES_AT_LEAST = 20;

describe("an engine killed at a journal write", () => {
  let cutProgram: Awaited<ReturnType<typeof buildCutProgram>>;
  let uncut: Outcome;

  beforeAll(async () => {
    cutProgram = await buildCutProgram();
    const home = openCrashHome();
    uncut = await finish(home);
    home.remove();
  }, 60_000);

  afterAll(() => cutProgram.remove());

  test.each(["before", "after"] as const)(
    "goes on as if never cut, whichever write it was (%s it)",
    async (when) => {
      for (let write = 1; ; write += 1) {
        const home = openCrashHome();
        const cut = await home.akm(["workflow", "run", "workflows/cut"], {
          program: cutProgram.program,
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
