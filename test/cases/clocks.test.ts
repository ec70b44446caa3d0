import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { AkmHome, type Shown, until } from "../rig/akm-home.ts";
import { isAlive, WAITS } from "../rig/processes.ts";

describe("a command over its time", () => {
  test.each([
    ["that printed something", "echo before; sleep 300", []],
    [
      "that catches the signal and exits 0",
      "trap 'echo bye; exit 0' TERM; echo before; sleep 300 & wait",
      [],
    ],
    ["that printed all it promised", "echo 3; sleep 300", ["output: { type: integer }"]],
  ])("%s has timed out, as data, and nothing of it is handed on", (_, script, lines) => {
    const home = new AkmHome();
    home.oneStep("slow", script, ["timeout: 1s", ...lines]);
    const failed = home.run("slow");
    expect(failed.status).toBe(1);
    expect(failed.json()).toMatchObject({
      ok: false,
      reason: "failed",
      run: { status: "failed" },
      workflow: {
        steps: [
          {
            status: "failed",
            evidence: { output: null, units: [{ status: "failed", failureReason: "timeout" }] },
          },
        ],
      },
    });
    const [unit] = home.akm(["workflow", "status", "workflows/slow", "--units"]).json().units;
    expect(unit).toMatchObject({ status: "failed", failureReason: "timeout" });
    expect(unit).not.toHaveProperty("result");
  });

  test("is tried again where the policy says so", () => {
    const home = new AkmHome();
    home.oneStep("second", "[ -e once ] && { echo fine; exit 0; }; touch once; sleep 300", [
      "timeout: 2s",
      "retry: { max: 1, on: [timeout] }",
    ]);
    expect(home.run("second").json().workflow.steps[0]?.evidence.output).toBe("fine");
    expect(home.akm(["workflow", "status", "workflows/second", "--units"]).json().units).toMatchObject([
      { attempt: 1, failureReason: "timeout" },
      { attempt: 2, status: "completed" },
    ]);
  });
});

describe.skipIf(process.platform === "win32")("an engine that slept", () => {
  /** Stops the engine while its command runs, and wakes it when the command has ended and `ms` have passed. */
  async function nap(ms: number, unitLines: readonly string[], ...flags: string[]) {
    const home = new AkmHome();
    home.oneStep("nap", "echo $$ > pid; sleep 1; echo ok", unitLines);
    const engine = home.start(["workflow", "run", "workflows/nap", ...flags]);
    await until(() => home.has("pid") && home.read("pid") !== "");
    const begun = performance.now();
    engine.child.kill("SIGSTOP");
    await until(() => performance.now() - begun > ms && !isAlive(Number(home.read("pid"))));
    engine.child.kill("SIGCONT");
    return { home, ended: await engine.ended };
  }

  test("beyond its unit's time takes the end that came in time", async () => {
    const { home, ended } = await nap(4000, ["timeout: 3s"]);
    expect(ended.status).toBe(0);
    expect(ended.json().workflow.steps[0]?.evidence.output).toBe("ok");
    expectForwards(home.akm(["workflow", "status", "workflows/nap", "--units"]).json());
  });

  test("beyond the time of its invocation has still completed the run", async () => {
    const { ended } = await nap(6000, [], "--timeout", "5s");
    expect(ended.status).toBe(0);
    expect(ended.json()).toMatchObject({ done: true });
    expect(ended.json()).not.toHaveProperty("timedOut");
  });
});

describe("a clock that was set back by an hour", () => {
  const BACK = {
    NODE_OPTIONS: `--require ${join(ROOT, "test/rig/clock-offset.cjs")}`,
    AKM_TEST_CLOCK_OFFSET_MS: String(-3_600_000),
  };

  test("makes no held lock stale and nothing end before it began", async () => {
    const home = new AkmHome();
    home.oneStep("back", WAITS);
    const engine = home.start(["workflow", "run", "workflows/back"]);
    await until(() => home.has("started"));
    const { id } = home.newestRun();
    expect(home.akm(["workflow", "run", id], { env: BACK }).error().code).toBe("RUN_LEASE_HELD");
    engine.child.kill("SIGKILL");
    await engine.ended;

    home.write("go", "");
    const resumed = home.akm(["workflow", "run", id], { env: BACK });
    expect(resumed.json()).toMatchObject({ done: true });
    expectForwards(home.akm(["workflow", "status", id, "--units"]).json());
    const instants = home
      .akm(["log", "--run", id])
      .json()
      .events.map(({ at }) => at);
    expect(instants).toEqual(instants.toSorted());
    expect(home.akm(["workflow", "status", id, "--units", "--format", "text"]).stdout).not.toMatch(/\s-\d/);
  });
});

/** Whatever has a beginning and an end has them in that order. */
function expectForwards({ run, workflow, units }: Shown): void {
  expect(run.updatedAt >= run.createdAt).toBe(true);
  for (const { startedAt, completedAt } of workflow.steps) expect(completedAt >= startedAt).toBe(true);
  for (const { startedAt, finishedAt } of units) expect(finishedAt >= startedAt).toBe(true);
}
