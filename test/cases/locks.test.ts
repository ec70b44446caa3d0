import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AKM, AkmHome, until } from "../rig/akm-home.ts";
import { WAITS } from "../rig/processes.ts";

/** A run whose engine was killed while it held the lock. */
async function abandonedLock() {
  const home = new AkmHome();
  home.oneStep("held", WAITS);
  const engine = home.start(["workflow", "run", "workflows/held"]);
  await until(() => home.has("started"));
  engine.child.kill("SIGKILL");
  await engine.ended;
  home.write("go", "");
  return { home, id: home.newestRun().id, lock: lockOf(home) };
}

function lockOf(home: AkmHome): string {
  const directory = join(home.data, "workflow-run-locks");
  return join(directory, readdirSync(directory).find((file) => file.endsWith(".lock")) ?? "");
}

describe("a lock that a dead engine left", () => {
  // shows: engine-201
  test("is taken at once", async () => {
    const { home, id, lock } = await abandonedLock();
    const resumed = home.akm(["workflow", "run", id]);
    expect(resumed.json()).toMatchObject({ done: true, resumed: true });
    expect(() => readFileSync(lock)).toThrow();
  });

  test.each([
    ["nothing", ""],
    ["half a line", '{"pi'],
    ["words", "not-a-pid\n"],
    ["zeros", "\0\0\0\0"],
    ["JSON of another shape", "[]"],
    ["a pid that is none", '{"pid":-1}'],
    ["a bare number", "12345\n"],
  ])("and that holds %s is taken once it is old", async (_, content) => {
    const { home, id, lock } = await abandonedLock();
    writeFileSync(lock, content);
    const minuteAgo = Date.now() / 1000 - 60;
    utimesSync(lock, minuteAgo, minuteAgo);
    expect(home.akm(["workflow", "status", id]).status).toBe(0);
    const resumed = home.akm(["workflow", "run", id]);
    expect([resumed.status, resumed.stderr]).not.toContain("undefined");
    expect(resumed.json()).toMatchObject({ done: true });
    expect(() => readFileSync(lock)).toThrow();
  });

  test("and that names a living process which took its number is taken", async () => {
    const { home, id, lock } = await abandonedLock();
    writeFileSync(lock, JSON.stringify({ ...JSON.parse(readFileSync(lock, "utf8")), pid: process.pid }));
    expect(home.akm(["workflow", "run", id]).json()).toMatchObject({ done: true });
  });
});

describe("a lock held in another place", () => {
  const UNSHARE = ["unshare", "--fork", "--pid", "--mount-proc", "--kill-child"];
  const canUnshare = spawnSync("unshare", [...UNSHARE.slice(1), "true"]).status === 0;
  if (!canUnshare)
    console.warn("skipped: process ids of another namespace need unshare, and the right to use it");

  test.skipIf(!canUnshare)("is not judged by its process id; --take-over is the way", async () => {
    const home = new AkmHome();
    home.oneStep("held", WAITS);
    const [program = "", ...flags] = UNSHARE;
    const outer = spawn(program, [...flags, process.execPath, AKM, "workflow", "run", "workflows/held"], {
      cwd: home.root,
      env: home.env(),
      stdio: "ignore",
    });
    const ended = new Promise((settle) => outer.on("close", settle));
    await until(() => home.has("started"));
    const { id } = home.newestRun();
    outer.kill("SIGKILL");
    await ended;

    const refused = home.akm(["workflow", "run", id]);
    expect(refused.status).toBe(75);
    expect(refused.error()).toMatchObject({
      code: "RUN_LEASE_HELD",
      hint: expect.stringContaining("--take-over"),
    });
    home.write("go", "");
    expect(home.akm(["workflow", "run", id, "--take-over"]).json()).toMatchObject({ done: true });
  });
});
