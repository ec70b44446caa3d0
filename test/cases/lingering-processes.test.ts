import { describe, expect, onTestFinished, test } from "vitest";
import { AkmHome, until } from "../rig/akm-home.ts";
import { isAlive } from "../rig/processes.ts";

/** A process started by the unit that tells its id. */
const LINGERER = "bash -c 'echo $$ >> pids; exec sleep 300'";

function lingerers(home: AkmHome): number[] {
  const pids = home.read("pids").trim().split("\n").map(Number);
  onTestFinished(() => {
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  });
  return pids;
}

/** All of a unit but `timeout` is far shorter than this; nothing that the unit left behind is. */
const PROMPT_MS = 60_000;

function timed<T>(work: () => T): { result: T; ms: number } {
  const begin = performance.now();
  const result = work();
  return { result, ms: performance.now() - begin };
}

describe("what a command started", () => {
  // shows: schema-360d, schema-402a
  test("ends with it when it is over its time", async () => {
    const home = new AkmHome();
    home.oneStep("orphan", `${LINGERER} & ${LINGERER} & sleep 300`, ["timeout: 1s"]);
    const { result, ms } = timed(() => home.run("orphan"));
    expect(ms).toBeLessThan(PROMPT_MS);
    expect(result.status).toBe(1);
    expect(result.json().workflow.steps[0]?.evidence).toMatchObject({
      units: [{ failureReason: "timeout" }],
    });
    expect(lingerers(home).filter(isAlive)).toEqual([]);
  });

  // shows: schema-402a
  test("and will not listen ends as well", async () => {
    const home = new AkmHome();
    const deaf = "trap '' TERM INT HUP; echo $$ >> pids; while :; do sleep 1; done";
    home.oneStep("deaf", `(${deaf.replace("$$", "$BASHPID")}) & ${deaf}`, ["timeout: 1s"]);
    const { result, ms } = timed(() => home.run("deaf"));
    expect(ms).toBeLessThan(PROMPT_MS);
    expect(result.json().workflow.steps[0]?.notes).toContain("timeout");
    expect(lingerers(home).filter(isAlive)).toEqual([]);
  });

  test("in a session of its own is not waited for", async () => {
    const home = new AkmHome();
    home.oneStep("daemon", `setsid ${LINGERER} & sleep 300`, ["timeout: 1s"]);
    const { result, ms } = timed(() => home.run("daemon"));
    expect(ms).toBeLessThan(PROMPT_MS);
    expect(result.json().workflow.steps[0]?.notes).toContain("timeout");
    expect(lingerers(home)).toHaveLength(1);
  });

  // shows: schema-390a, schema-390b
  test("and still holds stdout after the command has ended fails the unit, as its output may not be whole", () => {
    const home = new AkmHome();
    home.oneStep("holds", `setsid ${LINGERER} & echo said`, [
      "retry: { max: 2, on: [non_zero_exit, timeout] }",
    ]);
    const { result, ms } = timed(() => home.run("holds"));
    lingerers(home);
    expect(ms).toBeLessThan(PROMPT_MS);
    expect(result.status).toBe(1);
    expect(result.json().workflow.steps[0]?.notes).toContain("exec_capture_incomplete");
    const { units } = home.akm(["workflow", "status", "workflows/holds", "--units"]).json();
    expect(units).toHaveLength(1);
  });

  test("and holds nothing is ended when the command ends, with a warning", async () => {
    const home = new AkmHome();
    home.oneStep(
      "left",
      `${LINGERER} > /dev/null 2>&1 & while [ ! -s pids ]; do sleep 0.05; done; echo said`,
    );
    const done = home.run("left");
    expect(done.json().workflow.steps[0]?.evidence.output).toBe("said");
    expect(done.json().warnings).toEqual([expect.stringContaining("s:solo")]);
    await until(() => lingerers(home).every((pid) => !isAlive(pid)));
  });
});
