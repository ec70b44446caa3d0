import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AkmHome } from "../rig/akm-home.ts";
import { buildCutProgram } from "../rig/build-cut-program.ts";
import { finishNested, nestedHome } from "../rig/nested-workflows.ts";

/** The three runs make more writes than this; fewer would mean that the cuts no longer reach them. */
const WRITES_AT_LEAST = 20;
const ROUNDS = 12;

describe("an engine that drives a child of a child", () => {
  let cutProgram: Awaited<ReturnType<typeof buildCutProgram>>;

  beforeAll(async () => {
    cutProgram = await buildCutProgram();
  }, 60_000);

  afterAll(() => cutProgram.remove());

  test.each(["before", "after"] as const)(
    "goes on with the runs it has, whichever write it was killed %s",
    (when) => {
      const uncut = finishNested(nestedHome());
      for (let write = 1; ; write += 1) {
        const home = nestedHome();
        const cut = home.akm(["workflow", "run", "workflows/root"], {
          program: cutProgram.program,
          env: { AKM_TEST_CUT: `${write}:${when}` },
        });
        const killed = cut.status === null;
        if (!killed) {
          expect(cut.status, cut.stderr).toBe(0);
          expect(write).toBeGreaterThan(WRITES_AT_LEAST);
          return;
        }
        expect(finishNested(home), `killed ${when} write ${write}`).toEqual(uncut);
      }
    },
    300_000,
  );

  test("goes on with them after a death at any other moment, units of the lowest run in flight", async () => {
    const startedAt = performance.now();
    const uncut = finishNested(nestedHome());
    // With what was asked about it afterwards: late rounds meet a run that is over.
    const uncutMs = performance.now() - startedAt;
    let diedBelow = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const home = nestedHome();
      const running = home.start(["workflow", "run", "workflows/root"]);
      await new Promise((later) => setTimeout(later, (uncutMs * round) / ROUNDS));
      running.child.kill("SIGKILL");
      await running.ended;
      if (hasRunBelow(home)) diedBelow += 1;
      expect(finishNested(home), `killed in round ${round}`).toEqual(uncut);
    }
    expect(diedBelow).toBeGreaterThan(0);
  }, 120_000);
});

function hasRunBelow(home: AkmHome): boolean {
  const { runs } = home.akm(["workflow", "list", "--children"]).json();
  return runs.some(
    ({ workflowRef, status }) => workflowRef.endsWith("workflows/leaf") && status === "active",
  );
}
