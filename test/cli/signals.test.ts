import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AKM, AkmHome, until } from "../rig/akm-home.ts";

/** A program of Linux that gives a command process ids of its own, as containers do. */
const UNSHARE = "unshare";
const SLEEPS = "echo $$ > pid; sleep 300";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function sleeping(script = SLEEPS) {
  const home = new AkmHome();
  home.chain("z", { a: script });
  const engine = home.start(["workflow", "run", "workflows/z"]);
  await until(() => home.has("pid") && home.read("pid") !== "");
  return { home, engine, pid: Number(home.read("pid")) };
}

describe("a signal", () => {
  // shows: schema-402b
  test.each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends the units, leaves the run resumable and exits %i", async (signal, status) => {
    const { home, engine, pid } = await sleeping();
    engine.child.kill(signal);
    const ended = await engine.ended;
    expect(ended.status).toBe(status);
    expect(ended.json()).toMatchObject({
      ok: true,
      done: false,
      reason: "interrupted",
      aborted: signal,
      run: { status: "active" },
    });
    expect(isAlive(pid)).toBe(false);
    expect(readdirSync(join(home.data, "workflow-run-locks"))).toEqual([]);

    home.chain("z", { a: "echo other" });
    expect(home.akm(["workflow", "status", "workflows/z", "--units"]).json().units).toMatchObject([
      { status: "failed", failureReason: "aborted", attempt: 1 },
    ]);
  });

  test("given twice ends at once a unit that will not listen", async () => {
    const { engine, pid } = await sleeping("trap '' TERM INT HUP; echo $$ > pid; while :; do sleep 1; done");
    engine.child.kill("SIGINT");
    await until(() => engine.stderr.includes("SIGINT"));
    const asked = Date.now();
    engine.child.kill("SIGINT");
    expect((await engine.ended).status).toBe(130);
    expect(Date.now() - asked).toBeLessThan(3000);
    await until(() => !isAlive(pid));
  });

  test("given twice, again and again, is no crash of the unit", async () => {
    const home = new AkmHome();
    home.chain("z", { a: "trap '' TERM; echo $$ > pid; while [ ! -e ok ]; do sleep 1; done" });
    for (let time = 0; time < 3; time += 1) {
      home.write("pid", "");
      const engine = home.start(["workflow", "run", "workflows/z"]);
      await until(() => home.read("pid") !== "");
      engine.child.kill("SIGINT");
      await until(() => engine.stderr.includes("SIGINT"));
      engine.child.kill("SIGINT");
      expect((await engine.ended).status).toBe(130);
      expect(readdirSync(join(home.data, "workflow-run-locks"))).toEqual([]);
      const { units } = home.akm(["workflow", "status", "workflows/z", "--units"]).json();
      expect(units.map(({ status }) => status)).not.toContain("running");
    }
    home.write("ok", "");
    expect(home.run("z").json()).toMatchObject({ done: true, resumed: true });
  });

  const canUnshare = spawnSync(UNSHARE, ["--fork", "--pid", "--kill-child", "true"]).status === 0;

  if (!canUnshare)
    console.warn("skipped: the first process of a container needs unshare, and the right to use it");

  test.skipIf(!canUnshare)("reaches akm as the first process of a container too", async () => {
    const home = new AkmHome();
    home.chain("z", { a: "echo up > up; sleep 300" });
    const outer = spawn(
      UNSHARE,
      ["--fork", "--pid", "--mount-proc", process.execPath, AKM, "workflow", "run", "workflows/z"],
      {
        cwd: home.root,
        env: home.env(),
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let stdout = "";
    outer.stdout.on("data", (text) => {
      stdout += text;
    });
    await until(() => home.has("up"));
    const inner = spawnSync("pgrep", ["-P", String(outer.pid)], { encoding: "utf8" }).stdout.trim();
    process.kill(Number(inner), "SIGTERM");
    const status = await new Promise((settle) => outer.on("close", settle));
    expect(status).toBe(143);
    expect(JSON.parse(stdout)).toMatchObject({ aborted: "SIGTERM" });
    expect(readdirSync(join(home.data, "workflow-run-locks"))).toEqual([]);
  });
});

describe("--timeout", () => {
  test("stops the invocation, exit 1, and leaves the run to be gone on with", () => {
    const home = new AkmHome();
    home.chain("t", { a: "[ -e ok ] || sleep 300" });
    const stopped = home.run("t", "--timeout", "1s");
    expect(stopped.status).toBe(1);
    expect(stopped.json()).toMatchObject({
      ok: false,
      reason: "timeout",
      timedOut: true,
      run: { status: "active" },
    });
    home.write("ok", "");
    expect(home.run("t", "--timeout", "1h").json()).toMatchObject({ done: true, resumed: true });
  });
});
