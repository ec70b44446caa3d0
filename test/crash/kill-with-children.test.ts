import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AkmHome, until } from "../rig/akm-home.ts";
import { buildCutProgram } from "../rig/build-cut-program.ts";
import { finishNested, nestedHome } from "../rig/nested-workflows.ts";

/** The three runs make more writes than this; fewer would mean that the cuts no longer reach them. */
const WRITES_AT_LEAST = 20;
const LINES_BETWEEN_KILLS = 2;

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

  test("goes on with them after a death between its writes, units of the lowest run in flight", async () => {
    const uncut = finishNested(nestedHome());
    let diedBelow = 0;
    for (let line = 1; ; line += LINES_BETWEEN_KILLS) {
      const home = nestedHome();
      const running = home.start(["workflow", "run", "workflows/root", "--verbose"]);
      const isOver = () => running.child.exitCode !== null;
      await until(() => running.stderr.split("\n").length > line || isOver());
      if (isOver()) break;
      running.child.kill("SIGKILL");
      await running.ended;
      if (hasRunBelow(home)) diedBelow += 1;
      expect(finishNested(home), `killed after line ${line} of its progress`).toEqual(uncut);
    }
    expect(diedBelow).toBeGreaterThan(1);
  }, 180_000);
});

function hasRunBelow(home: AkmHome): boolean {
  const { runs } = home.akm(["workflow", "list", "--children"]).json();
  return runs.some(
    ({ workflowRef, status }) => workflowRef.endsWith("workflows/leaf") && status === "active",
  );
}
