import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/store/sqlite/driver.ts";
import { AkmHome, until } from "../rig/akm-home.ts";

const WAITS = "touch started; while [ ! -e go ]; do sleep 0.05; done";

describe("a run stopped half-way", () => {
  // shows: engine-32, engine-52a, engine-52b, loop-59, loop-89
  test("goes on with its frozen plan when the source was edited, and says so once", () => {
    const home = new AkmHome();
    home.chain("ed", { a: "echo a", b: "touch b.ran" });
    expect(home.run("ed", "--max-steps", "1").json()).toMatchObject({
      done: false,
      stepsProcessed: 1,
      run: { status: "active", currentStepId: "b" },
    });
    const { id } = home.newestRun();
    home.chain("ed", { x: "echo x", y: "echo y" });

    const resumed = home.akm(["workflow", "run", id]);
    expect(resumed.status).toBe(0);
    expect(resumed.json()).toMatchObject({
      done: true,
      resumed: true,
      run: { id },
      warnings: [expect.stringContaining("changed")],
    });
    expect(resumed.stderr.match(/has changed/g)).toHaveLength(1);
    expect(home.has("b.ran")).toBe(true);
    expect(home.run("ed").json().workflow.steps).toMatchObject([{ id: "x" }, { id: "y" }]);
  });

  // shows: engine-159, loop-59
  test("is shown, and goes on, after its source is gone", () => {
    const home = new AkmHome();
    home.chain("gone", { a: "echo a", b: "echo b" });
    home.run("gone", "--max-steps", "1");
    rmSync(join(home.root, "bundle/workflows/gone.md"));
    expect(home.akm(["workflow", "status", home.newestRun().id]).status).toBe(0);
    expect(home.akm(["workflow", "status", "workflows/gone"]).json()).toMatchObject({
      run: { status: "active" },
    });
    const resumed = home.run("gone");
    expect(resumed.status).toBe(0);
    expect(resumed.json()).toMatchObject({ done: true, warnings: [expect.stringContaining("gone")] });
    expect(home.run("gone").error()).toMatchObject({ code: "ASSET_NOT_FOUND" });
  });

  test("by its ref is resumed with one line that names the run and --new", () => {
    const home = new AkmHome();
    home.chain("two", { a: "echo a", b: "echo b" });
    home.run("two", "--max-steps", "1");
    const { id } = home.newestRun();
    const resumed = home.run("two");
    expect(resumed.json()).toMatchObject({ resumed: true, run: { id } });
    const notes = resumed.stderr.split("\n").filter((line) => line.includes("--new"));
    expect(notes).toEqual([expect.stringContaining(id)]);
    expect(home.run("two").json()).not.toHaveProperty("resumed");
  });

  // shows: engine-40b
  test("a param for it is refused, whether it is named by id or by ref", () => {
    const home = new AkmHome();
    home.workflow(
      "p",
      "params: { who: { type: string } }\nsteps:\n  - id: s\n    unit: { exec: { command: [printenv, AKM_PARAMS] } }",
      ["s"],
    );
    home.run("p", "--who", "Ada", "--max-steps", "0");
    const { id } = home.newestRun();
    for (const target of ["workflows/p", id, id.slice(0, 8)]) {
      const refused = home.akm(["workflow", "run", target, "--who", "Grace"]);
      expect(refused.status).toBe(2);
      expect(refused.error()).toMatchObject({
        code: "PARAMS_ON_ACTIVE_RUN",
        hint: expect.stringContaining("--new"),
      });
      expect(refused.stdout).toBe("");
    }
    expect(home.run("p", "--new", "--who", "Grace").json().run.params).toEqual({ who: "Grace" });
  });

  // shows: engine-37
  test("works in the directory it was started in, or says that it is gone", () => {
    const home = new AkmHome();
    home.chain("where", { a: "pwd", b: "pwd > b.txt" });
    home.write("start/x", "");
    home.akm(["workflow", "run", "workflows/where", "--max-steps", "1"], { cwd: join(home.root, "start") });
    const { id } = home.newestRun();
    rmSync(join(home.root, "start"), { recursive: true });
    const refused = home.akm(["workflow", "run", id]);
    expect(refused.status).toBe(1);
    expect(refused.error()).toMatchObject({
      code: "WORKING_DIRECTORY_MISSING",
      error: expect.stringContaining(join(home.root, "start")),
    });
    home.write("start/x", "");
    expect(home.akm(["workflow", "run", id]).status).toBe(0);
    expect(home.read("start/b.txt").trim()).toBe(join(home.root, "start"));
  });
});

describe("the plan on a run's row", () => {
  /** The one run's row, after it was changed by that SQL where some is given. */
  function rowOf(home: AkmHome, change?: string): Record<string, unknown> {
    const database = openDatabase(home.database, { readOnly: false });
    if (change !== undefined) database.exec(`UPDATE workflow_runs SET ${change}`);
    const row = database.prepare("SELECT * FROM workflow_runs").get() as Record<string, unknown>;
    database.close();
    return row;
  }

  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const YML =
    "name: a\non: { workflow_dispatch: {} }\njobs:\n  main:\n    runs-on: [self-hosted]\n    steps:\n      - { id: a, run: echo a }\n";

  // shows: engine-22a, engine-22b, engine-24, engine-31, engine-264a
  test.each([
    ["a Markdown workflow", "w.md", "markdown"],
    ["a GitHub-shaped one", "w.yml", "github-yaml"],
  ])("is that of %s, with its version and its hashes", (_what, file, sourceFormat) => {
    const home = new AkmHome();
    if (file.endsWith(".yml")) home.write(`bundle/workflows/${file}`, YML);
    else home.chain("w", { a: "echo a" });
    home.run("w", "--max-steps", "0");
    const row = rowOf(home);
    const planJson = String(row.plan_json);
    const sourceHash = sha256(home.read(`bundle/workflows/${file}`));
    expect(row).toMatchObject({
      plan_ir_version: 6,
      plan_hash: sha256(planJson),
      source_hash: sourceHash,
    });
    expect(JSON.parse(planJson)).toMatchObject({
      irVersion: 6,
      sourceHash,
      workflow: { sourceFormat },
      steps: [{ kind: "unit", id: "a", unit: { target: { kind: "shell" } } }],
    });
  });

  // shows: engine-26a, engine-32
  test("is followed whatever version and hash are recorded beside it", () => {
    const home = new AkmHome();
    home.chain("w", { a: "echo a" });
    home.run("w", "--max-steps", "0");
    rowOf(home, "plan_ir_version = 99, plan_hash = 'none', source_hash = 'none'");
    expect(home.run("w").json()).toMatchObject({ done: true, resumed: true });
  });

  // shows: engine-164
  test("is not needed to look at the run or to give it up", () => {
    const home = new AkmHome();
    home.chain("w", { a: "echo a" });
    home.run("w", "--max-steps", "0");
    rowOf(home, "plan_json = '{'");
    const { id } = home.newestRun();
    expect(home.akm(["workflow", "list"]).json().runs).toMatchObject([{ id, status: "active" }]);
    expect(home.akm(["workflow", "status", id, "--units"]).json().run.status).toBe("active");
    expect(home.akm(["workflow", "abandon", id]).json().run.status).toBe("failed");
    expect(home.akm(["workflow", "status", id, "--format", "text"]).status).toBe(0);
  });
});

describe("an engine that was killed", () => {
  test("leaves a run that nobody is said to drive, and that can be given up or gone on with", async () => {
    const home = new AkmHome();
    home.chain("z", { a: WAITS });
    const engine = home.start(["workflow", "run", "workflows/z"]);
    await until(() => home.has("started"));
    const { id } = home.newestRun();
    expect(home.akm(["workflow", "status", id, "--format", "text"]).stdout).toContain(
      `Process ${engine.child.pid}`,
    );
    engine.child.kill("SIGKILL");
    await engine.ended;

    expect(home.akm(["workflow", "status", id, "--format", "text"]).stdout).toContain("Nobody drives it");
    expect(home.akm(["workflow", "list", "--active"]).json().runs).toHaveLength(1);
    expect(home.akm(["workflow", "abandon", id]).status).toBe(0);
    expect(home.akm(["workflow", "status", id]).json().run.status).toBe("failed");
    expect(home.akm(["workflow", "list", "--active"]).json().runs).toEqual([]);

    const next = home.run("z", "--max-steps", "0");
    expect(next.status).toBe(0);
    expect(next.json().run.id).not.toBe(id);
    expect(next.json().warnings).toEqual([]);
    home.write("go", "");
    expect(home.akm(["workflow", "resume", id]).json().run.status).toBe("active");
    expect(home.akm(["workflow", "run", id]).json()).toMatchObject({ done: true });
  });
});

describe("a run that another process drives", () => {
  // shows: engine-198, engine-199, engine-202b, engine-264a, loop-65, loop-71
  test("is refused with the holder's pid every time, while it can be looked at all along", async () => {
    const home = new AkmHome();
    home.chain("held", { a: WAITS });
    const engine = home.start(["workflow", "run", "workflows/held"]);
    await until(() => home.has("started"));
    const { id } = home.newestRun();

    for (const words of [
      ["run", id],
      ["run", "workflows/held"],
      ["resume", id],
      ["abandon", id],
    ]) {
      const refused = home.akm(["workflow", ...words]);
      expect(refused.status).toBe(75);
      expect(refused.error()).toMatchObject({
        code: "RUN_LEASE_HELD",
        error: expect.stringContaining(`pid ${engine.child.pid}`),
      });
      expect(home.akm(["workflow", "status", id]).status).toBe(0);
      expect(home.akm(["workflow", "list"]).status).toBe(0);
    }
    const skipped = home.akm(["workflow", "run", id, "--skip-if-locked"]);
    expect(skipped.status).toBe(0);
    expect(skipped.json()).toMatchObject({
      ok: true,
      done: false,
      skipped: { reason: "lock-held" },
      run: { id },
    });

    home.write("go", "");
    expect((await engine.ended).status).toBe(0);
    expect(readdirSync(join(home.data, "workflow-run-locks"))).toEqual([]);
  });

  test("of two started at once, one run is made", async () => {
    const home = new AkmHome();
    home.chain("once", { a: "sleep 1" });
    const starts = [1, 2, 3].map(() => home.start(["workflow", "run", "workflows/once"]));
    const statuses = (await Promise.all(starts.map(({ ended }) => ended))).map(({ status }) => status);
    expect(home.akm(["workflow", "list"]).json().runs).toHaveLength(1);
    expect(statuses.toSorted()).toEqual([0, 75, 75]);
  });
});

describe("a run that is over", () => {
  test("completed: its id dispatches nothing, and it can neither be opened nor given up", () => {
    const home = new AkmHome();
    home.chain("done", { a: "echo a >> ran" });
    home.run("done");
    const { id } = home.newestRun();
    const again = home.akm(["workflow", "run", id]);
    expect(again.json()).toMatchObject({ done: true, executed: [], stepsProcessed: 0 });
    expect(again.stderr).toContain(`Run ${id} completed before; nothing was run.`);
    expect(home.read("ran")).toBe("a\n");
    for (const verb of ["resume", "abandon"]) {
      const refused = home.akm(["workflow", verb, id]);
      expect([refused.status, refused.error().code]).toEqual([2, "RUN_NOT_RESUMABLE"]);
    }
  });

  test("failed: its id is refused with the way on, unless retries are allowed", () => {
    const home = new AkmHome();
    home.chain("bad", { a: "echo a >> a.ran", b: "test -e ok" });
    const failed = home.run("bad");
    expect(failed.status).toBe(1);
    expect(failed.json()).toMatchObject({
      ok: false,
      reason: "failed",
      run: { status: "failed", currentStepId: "b" },
    });
    const { id } = home.newestRun();

    const refused = home.akm(["workflow", "run", id]);
    expect(refused.status).toBe(2);
    expect(refused.error()).toMatchObject({
      code: "RUN_NOT_RESUMABLE",
      hint: expect.stringContaining("workflow resume"),
    });

    home.write("ok", "");
    expect(home.akm(["workflow", "run", id, "--max-retries", "1"]).json()).toMatchObject({
      done: true,
      resumed: true,
    });
    expect(home.read("a.ran")).toBe("a\n");
  });

  test.each([
    ["stopped at the ceiling", "[1, 2]", "echo fine"],
    ["failed with its last unit", "[1]", "exit 3"],
  ])("failed, with its budget spent (%s): nobody is told to try again", (_, items, script) => {
    const home = new AkmHome();
    const unit = `{ exec: { command: ${JSON.stringify(["sh", "-c", script])} } }`;
    home.workflow(
      "b",
      `params:\n  of: { type: array, default: ${items} }\nbudget: { max_units: 1 }\nsteps:\n  - id: a\n    map: { over: params.of, unit: ${unit} }`,
      ["a"],
    );
    const run = home.run("b", "--format", "text");
    const status = home.akm(["workflow", "status", "workflows/b", "--format", "text"]);
    for (const { stdout } of [run, status]) {
      expect(stdout).toContain("Its budget is spent.\nStart another with: akm workflow run");
      expect(stdout).not.toContain("--max-retries");
    }
    expect([run.status, status.status]).toEqual([1, 0]);
  });

  test("an active one is opened again without a change", () => {
    const home = new AkmHome();
    home.chain("act", { a: "echo a" });
    home.run("act", "--max-steps", "0");
    const { id, updatedAt } = home.newestRun();
    const opened = home.akm(["workflow", "resume", id]);
    expect([opened.status, opened.json().run.updatedAt]).toEqual([0, updatedAt]);
  });
});

describe("run ids", () => {
  test("may be shortened to 8 characters, as long as they are unique", () => {
    const home = new AkmHome();
    home.chain("a", { a: "echo a" });
    home.run("a");
    const { id } = home.newestRun();
    expect(home.akm(["workflow", "status", id.slice(0, 8)]).json().run.id).toBe(id);
    expect(home.akm(["workflow", "status", id.toUpperCase()]).json().run.id).toBe(id);
    for (const unknown of ["00000000", "00000000-0000-4000-8000-000000000000"]) {
      const refused = home.akm(["workflow", "status", unknown]);
      expect([refused.status, refused.error().code]).toEqual([1, "RUN_NOT_FOUND"]);
    }
    expect(home.akm(["workflow", "resume", id.slice(0, 7)]).error()).toMatchObject({
      code: "RUN_NOT_FOUND",
      error: expect.stringContaining("8"),
    });
  });

  test("of nothing that ever ran are not found, and looking makes no database", () => {
    const home = new AkmHome();
    for (const words of [
      ["status", "00000000"],
      ["resume", "00000000"],
      ["abandon", "00000000"],
      ["run", "00000000"],
    ]) {
      expect(home.akm(["workflow", ...words]).error().code).toBe("RUN_NOT_FOUND");
    }
    expect(home.akm(["workflow", "list"]).json().runs).toEqual([]);
    expect(home.akm(["log"]).json()).toMatchObject({ events: [], nextOffset: 0 });
    expect(existsSync(home.database)).toBe(false);
  });
});

describe("scopes", () => {
  // shows: engine-267, engine-268
  test("each project has its runs, and hears of active ones elsewhere", () => {
    const home = new AkmHome();
    home.chain("s", { a: "echo a" });
    home.write("one/.akm/config.json", "{}");
    home.write("two/.git/HEAD", "ref: refs/heads/none\n");
    const [one, two] = [join(home.root, "one"), join(home.root, "two")];
    home.akm(["workflow", "run", "workflows/s", "--max-steps", "0"], { cwd: one });
    const second = home.akm(["workflow", "run", "workflows/s"], { cwd: two });
    expect(second.json()).toMatchObject({
      done: true,
      run: { scopeKey: two },
      warnings: [expect.stringContaining(one)],
    });
    expect(home.akm(["workflow", "list"], { cwd: one }).json()).toMatchObject({
      scopeKey: one,
      runs: [{ status: "active" }],
    });
    expect(home.akm(["workflow", "list", "--all-scopes"]).json()).toMatchObject({
      scopeKey: null,
      runs: [{}, {}],
    });
    expect(home.akm(["workflow", "status", "workflows/s"]).error().code).toBe("RUN_NOT_FOUND");
    expect(home.akm(["workflow", "status", "workflows/s", "--all-scopes"]).json().run.status).toBe(
      "completed",
    );
  });

  test("a list fits a line of 80 characters off a terminal", () => {
    const home = new AkmHome();
    const name = "teams/web/release-the-whole-thing-to-everyone";
    home.chain(name, { "check-that-everything-is-well": "true" });
    home.run(name, "--max-steps", "0");
    const { stdout } = home.akm(["workflow", "list", "--format", "text"]);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toContain(`  ${home.newestRun().id.slice(0, 8)}  active`);
  });

  test("a list is cut at its limit and says so", () => {
    const home = new AkmHome();
    home.chain("s", { a: "true" });
    for (let count = 0; count < 3; count++) home.run("s", "--new", "--max-steps", "0");
    expect(home.akm(["workflow", "list", "--limit", "2"]).json()).toMatchObject({
      more: true,
      runs: [{}, {}],
    });
    const all = home.akm(["workflow", "list", "--limit", "3"]).json();
    expect(all.runs).toHaveLength(3);
    expect(all).not.toHaveProperty("more");
    expect(home.akm(["workflow", "list", "--ref", "workflows/none"]).json().runs).toEqual([]);
    expect(home.akm(["workflow", "list", "--ref", "none"]).error()).toMatchObject({
      code: "ASSET_NOT_FOUND",
      error: '"none" is not a workflow ref.',
    });
  });
});

test("resume and abandon take a workflow's ref for its newest run in this project", () => {
  const home = new AkmHome();
  home.chain("build", { a: "exit 1" });
  const { run } = home.run("build").json();
  expect(home.akm(["workflow", "resume", "workflows/build"]).json().run).toMatchObject({
    id: run.id,
    status: "active",
  });
  expect(home.akm(["workflow", "abandon", "workflows/build"]).json().run).toMatchObject({
    id: run.id,
    status: "failed",
  });
  expect(home.akm(["workflow", "resume", "workflows/other"]).error()).toMatchObject({
    code: "ASSET_NOT_FOUND",
  });
});
