import { describe, expect, test } from "vitest";
import { AkmHome, type Running, until } from "../rig/akm-home.ts";
import { isAlive, WAITS } from "../rig/processes.ts";

async function killed(engine: Running): Promise<void> {
  engine.child.kill("SIGKILL");
  await engine.ended;
}

describe("a unit that was out when its engine was killed", () => {
  // shows: schema-360e
  // shows: engine-183, engine-189
  test("runs again as the same attempt, while what had finished does not", async () => {
    const home = new AkmHome();
    home.chain("two", { a: "echo a >> a.log", b: `echo b >> b.log; echo part; ${WAITS}; echo whole` });
    const engine = home.start(["workflow", "run", "workflows/two"]);
    await until(() => home.has("started"));
    await killed(engine);
    home.write("go", "");

    const resumed = home.akm(["workflow", "run", home.newestRun().id]);
    expect(resumed.status).toBe(0);
    expect([home.read("a.log"), home.read("b.log")]).toEqual(["a\n", "b\nb\n"]);
    expect(resumed.json().workflow.steps[1]?.evidence.output).toBe("part\nwhole");

    const { units } = home.akm(["workflow", "status", home.newestRun().id, "--units"]).json();
    expect(units).toMatchObject([
      { unitId: "a:solo", status: "completed", attempt: 1 },
      { unitId: "b:solo", status: "interrupted", attempt: 1 },
      { unitId: "b:solo", status: "completed", attempt: 1, result: "part\nwhole" },
    ]);
    expect(units[1]).not.toHaveProperty("result");
    expect(units[2]).toMatchObject({ dispatchId: units[1]?.dispatchId });
  });

  test("is not left running beside its successor", async () => {
    const home = new AkmHome();
    home.oneStep("one", `echo $$ >> pids; ${WAITS}; echo done`);
    const engine = home.start(["workflow", "run", "workflows/one"]);
    await until(() => home.has("started"));
    await killed(engine);
    const [first] = home.read("pids").split("\n").map(Number);
    expect(isAlive(first ?? 0)).toBe(true);

    const next = home.start(["workflow", "run", "workflows/one"]);
    await until(() => home.read("pids").trim().includes("\n"));
    expect(isAlive(first ?? 0)).toBe(false);
    home.write("go", "");
    expect((await next.ended).json()).toMatchObject({ done: true, resumed: true });
  });

  // shows: schema-360e
  // shows: engine-172, loop-63
  test("in a fan-out is the only one that runs again", async () => {
    const home = new AkmHome();
    const command = JSON.stringify([
      "bash",
      "-c",
      `echo "$AKM_ITEM" >> ran.log; if [ "$AKM_ITEM" = 3 ]; then ${WAITS}; fi; echo "$AKM_ITEM"`,
    ]);
    home.workflow(
      "fan",
      `params: { items: { type: array } }\nsteps:\n  - id: s\n    map: { over: params.items, concurrency: 1, unit: { exec: { command: ${command} } } }`,
      ["s"],
    );
    const engine = home.start(["workflow", "run", "workflows/fan", "--items", "[1,2,3,4]"]);
    await until(() => home.has("started"));
    await killed(engine);
    home.write("go", "");
    const resumed = home.run("fan").json();
    expect(resumed.workflow.steps[0]?.evidence.output).toEqual(["1", "2", "3", "4"]);
    expect(resumed.executed).toMatchObject([{ units: 4, reusedUnits: 2, failedUnits: 0 }]);
    expect(home.read("ran.log")).toBe("1\n2\n3\n3\n4\n");
  });

  test("three times is given up, with a reason of its own", async () => {
    const home = new AkmHome();
    home.oneStep("loop", `echo start >> starts; ${WAITS}`);
    for (const starts of ["start\n", "start\nstart\n", "start\nstart\nstart\n"]) {
      const engine = home.start(["workflow", "run", "workflows/loop"]);
      await until(() => home.has("starts") && home.read("starts") === starts);
      await killed(engine);
    }
    const given = home.run("loop");
    expect(given.status).toBe(1);
    expect(given.json().workflow.steps[0]?.notes).toContain("crash_loop");
  });
});
