import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRunning } from "../../src/host/index.ts";
import { until } from "../rig/akm-home.ts";
import { WorktreeHome } from "./worktree-home.ts";

const COMMIT = "git commit -q --allow-empty -m";

describe("a step whose units have worktrees", () => {
  // shows: engine-210, engine-211, engine-214
  test("runs them on the base commit and leaves nothing; what is not committed is said not to be there", () => {
    const home = new WorktreeHome();
    home.isolated("clean", "pwd; ls");
    home.user.write(home.repository.path, { "not-committed": "" });
    const end = home.runHere("clean");
    expect(end.status).toBe(0);
    const [attempt] = home.attempts();
    expect(end.json().workflow.steps[0]?.evidence.output).toBe(`${attempt?.worktreePath}\na.txt\nsub`);
    expect(attempt?.worktreePath).toContain(`${home.worktreesDirectory}/${end.json().run.id}/s-solo-1-`);
    expect(end.json().warnings).toEqual([
      expect.stringMatching(/^Worktrees start from commit [0-9a-f]{12}; the 1 uncommitted path of /),
    ]);
    expect(home.repository.worktrees()).toEqual([]);
    expect(home.worktrees().worktrees).toEqual([]);
  });

  // shows: engine-38a, engine-210
  test("still runs them on the commit at which the run was started, whatever was committed since", () => {
    const home = new WorktreeHome();
    home.isolated("old", "cat a.txt");
    expect(home.runHere("old", ["--max-steps", "0"]).status).toBe(0);
    home.user.write(home.repository.path, { "a.txt": "newer\n" });
    home.repository.git("commit", "-qam", "newer");
    expect(home.runHere("old").json().workflow.steps[0]?.evidence.output).toBe("one");
    expect(home.runHere("old").json().workflow.steps[0]?.evidence.output).toBe("newer");
  });

  // shows: engine-211, engine-215
  test("says where work and commits were kept, in the run, in its status and in the list", () => {
    const home = new WorktreeHome();
    home.isolated("work", `${COMMIT} made; echo x >new`);
    const end = home.runHere("work");
    expect(end.status).toBe(0);
    const [attempt] = home.attempts();
    const ref = `refs/akm/${end.json().run.id}/s/solo/1`;
    expect(attempt).toMatchObject({ status: "completed", salvageRefs: [ref] });
    const path = attempt?.worktreePath ?? "";
    expect(end.json().warnings).toEqual([
      expect.stringContaining(ref),
      expect.stringContaining(`s:solo: its worktree is kept: ${path}`),
    ]);
    expect(home.worktrees().worktrees).toMatchObject([
      { unitId: "s:solo", path, state: "dirty", live: false, salvageRefs: [ref] },
    ]);
    const text = home.akm(["workflow", "worktrees", "--format", "text"]).stdout;
    expect(text).toMatch(/RUN +UNIT +ATTEMPT +STATE +AGE\n {2}\w{8} +s:solo +1 +dirty \(1 path\) .*\n {4}\//);
    const wide = text.split("\n").filter((line) => line.length > 80);
    expect([wide.every((line) => line.trim() === path), text]).toEqual([true, expect.stringContaining(path)]);
    expect(text).toContain("dirty: what is not committed in it is nowhere else");
    const status = home.akm([
      "workflow",
      "status",
      end.json().run.id,
      "--units",
      "--format",
      "text",
      "--all-scopes",
    ]);
    expect(status.stdout).toContain(`s:solo  1        ${path}`);
    expect(home.worktrees("--prune")).toMatchObject({ pruned: [], worktrees: [{ path }] });
    rmSync(join(path, "new"));
    expect(home.worktrees("--prune")).toEqual(expect.objectContaining({ pruned: [path], worktrees: [] }));
    expect(home.repository.subjects(ref.replace("refs/akm/", ""))).toEqual(["made"]);
  });

  // shows: schema-360d
  // shows: engine-210, engine-213
  test("gives each of eight at once its own, and each retry a fresh one", () => {
    const home = new WorktreeHome();
    const items = Array.from({ length: 24 }, (_, index) => index);
    home.isolatedMap(
      "map",
      "echo x >>a.txt; cat a.txt; exit $((AKM_ATTEMPT == 1 && AKM_ITEM_INDEX == 3))",
      items,
      ["retry: { max: 1, on: [non_zero_exit] }"],
    );
    const end = home.runHere("map", [], { AKM_HOST_CONCURRENCY: "8" });
    expect(end.status).toBe(0);
    expect(end.json().workflow.steps[0]?.evidence.output).toEqual(items.map(() => "one\nx"));
    expect(home.repository.worktrees()).toHaveLength(25);
    expect(new Set(home.attempts().map(({ worktreePath }) => worktreePath)).size).toBe(25);
  });

  // shows: engine-217
  test("fails before any is started where there is no repository, no commit, or only a bare one", () => {
    const home = new WorktreeHome();
    home.isolatedMap("never", `touch ${join(home.root, "ran")}`, [1, 2], ["on_error: continue"]);
    home.user.git(home.user.home, "init", "-q", "unborn");
    home.user.git(home.user.home, "init", "-q", "--bare", "bare.git");
    for (const [directory, problem] of [
      ["..", /is not in a git repository/],
      ["../unborn", /had no commit/],
      ["../bare.git", /bare repository/],
    ] as const) {
      const end = home.akm(["workflow", "run", "workflows/never", "--new"], {
        cwd: join(home.repository.path, directory),
      });
      expect(end.status).toBe(1);
      const [step] = end.json().workflow.steps;
      expect(step).toMatchObject({ status: "failed", notes: expect.stringMatching(problem) });
      expect(step?.evidence).toMatchObject({
        units: [{ failureReason: "worktree_failed" }, { failureReason: "worktree_failed" }],
      });
      expect(end.json().usage.units).toBe(0);
      expect(home.attempts()).toEqual([]);
    }
    expect(home.has("ran")).toBe(false);
  });

  test("keeps what a unit that was stopped had done", async () => {
    const home = new WorktreeHome();
    const ready = join(home.root, "ready");
    home.isolated("stop", `echo x >new; touch ${ready}; sleep 60`);
    const running = home.start(["workflow", "run", "workflows/stop"], { cwd: home.repository.path });
    await until(() => existsSync(ready));
    expect(home.worktrees("--prune").worktrees).toMatchObject([{ state: "dirty", live: true }]);
    running.child.kill("SIGINT");
    expect((await running.ended).status).toBe(130);
    const [worktree] = home.worktrees().worktrees;
    expect(worktree).toMatchObject({ state: "dirty", live: false });
    expect(readFileSync(join(worktree?.path ?? "", "new"), "utf8")).toBe("x\n");
  });

  // shows: engine-207, engine-211
  test("works in them also when it asks an agent", () => {
    const home = new WorktreeHome();
    const agent = home.write("agent.sh", "cat >asked; pwd");
    const worker = { kind: "agent", platform: "custom", bin: "sh", args: [agent] };
    home.write("conf/config.json", JSON.stringify({ engines: { worker }, defaults: { engine: "worker" } }));
    home.workflow("agent", "steps: [{ id: s, unit: { isolation: worktree } }]", ["s"]);
    const end = home.runHere("agent");
    expect(end.status).toBe(0);
    const [attempt] = home.attempts();
    expect(end.json().workflow.steps[0]?.evidence.output).toBe(attempt?.worktreePath);
    expect(readFileSync(join(attempt?.worktreePath ?? "", "asked"), "utf8")).toContain("Work.");
  });

  test("finds the env files of the project, not of the worktree", () => {
    const home = new WorktreeHome();
    home.write("bundle/env/app.env", "TOKEN=planted-secret-value\n");
    home.isolated("env", 'echo "$TOKEN" >new; mkdir "$TOKEN"; touch "$TOKEN/f"; echo "$TOKEN"', [
      "env: [env/app]",
    ]);
    const end = home.runHere("env");
    expect(end.status).toBe(0);
    const [worktree] = home.worktrees().worktrees;
    expect(readFileSync(join(worktree?.path ?? "", "new"), "utf8")).toBe("planted-secret-value\n");
    const shown = [
      end.stdout,
      end.stderr,
      home.akm(["workflow", "worktrees"]).stdout,
      home.akm(["workflow", "worktrees", "--prune", "--format", "text"]).stderr,
      home.akm(["workflow", "status", home.newestRun().id, "--units", "--all-scopes"]).stdout,
      readFileSync(`${worktree?.path}.json`, "utf8"),
    ];
    expect(shown.filter((text) => text.includes("planted-secret-value"))).toEqual([]);
  });
});

describe("after kill -9 of the engine", () => {
  test("the lost attempt's work and commits are saved, and its unit goes out again in a fresh worktree", async () => {
    const home = new WorktreeHome();
    const first = join(home.root, "first");
    home.isolated(
      "cut",
      `[ -e ${first} ] && { ls; exit; }; ${COMMIT} lost; echo x >new; touch ${first}; sleep 60`,
    );
    const running = home.start(["workflow", "run", "workflows/cut"], { cwd: home.repository.path });
    await until(() => existsSync(first));
    running.child.kill("SIGKILL");
    await running.ended;
    const end = home.runHere("cut");
    expect(end.status).toBe(0);
    expect(end.json().workflow.steps[0]?.evidence.output).toBe("a.txt\nsub");
    const [lost, again] = home.attempts();
    const ref = `refs/akm/${end.json().run.id}/s/solo/1`;
    expect(lost).toMatchObject({ status: "interrupted", salvageRefs: [ref] });
    expect(again).toMatchObject({ status: "completed", attempt: 1 });
    expect(again?.worktreePath).not.toBe(lost?.worktreePath);
    expect(readFileSync(join(lost?.worktreePath ?? "", "new"), "utf8")).toBe("x\n");
    expect(end.json().warnings.join("\n")).toContain("s:solo (interrupted): its worktree is kept");
    expect(home.repository.subjects(ref.replace("refs/akm/", ""))).toEqual(["lost"]);
  });

  test("a run that is abandoned has its work saved too", async () => {
    const home = new WorktreeHome();
    const ready = join(home.root, "ready");
    home.isolated("cut", `${COMMIT} lost; touch ${ready}; sleep 60`);
    const running = home.start(["workflow", "run", "workflows/cut"], { cwd: home.repository.path });
    await until(() => existsSync(ready));
    running.child.kill("SIGKILL");
    await running.ended;
    const { id } = home.newestRun();
    expect(home.akm(["workflow", "abandon", id]).status).toBe(0);
    expect(home.attempts()).toMatchObject([
      { status: "interrupted", salvageRefs: [`refs/akm/${id}/s/solo/1`] },
    ]);
  });

  test("what was left is swept by a run a week later, but for unsaved work", async () => {
    const home = new WorktreeHome();
    const ready = join(home.root, "ready");
    home.isolatedMap("cut", `[ $AKM_ITEM = 1 ] && echo x >new; touch ${ready}$AKM_ITEM; sleep 60`, [0, 1]);
    home.isolated("other", "true");
    const running = home.start(["workflow", "run", "workflows/cut"], { cwd: home.repository.path });
    await until(() => existsSync(`${ready}0`) && existsSync(`${ready}1`));
    running.child.kill("SIGKILL");
    await running.ended;
    expect(home.runHere("other").status).toBe(0);
    const left = home.worktrees().worktrees;
    expect(left.map(({ state }) => state).sort()).toEqual(["clean", "dirty"]);
    const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000);
    for (const { path } of left) utimesSync(`${path}.json`, eightDaysAgo, eightDaysAgo);
    expect(home.runHere("other").status).toBe(0);
    expect(home.worktrees().worktrees).toMatchObject([{ state: "dirty" }]);
    expect(readdirSync(home.worktreesDirectory)).toHaveLength(1);
    home.akm(["workflow", "abandon", left[0]?.runId ?? ""]);
  });

  test("a sweep that git holds up ends with the run's Ctrl-C, and git with the second", async () => {
    const home = new WorktreeHome();
    home.isolated("left", "echo x >new");
    home.isolated("other", "true");
    expect(home.runHere("left").status).toBe(0);
    const [left] = home.worktrees().worktrees;
    const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000);
    utimesSync(`${left?.path}.json`, eightDaysAgo, eightDaysAgo);
    // The maker is gone with its process; a git that heeds no SIGTERM asks for the worktree's changes.
    const git = home.write(
      "bin/git",
      `#!/bin/sh\nexport PATH=\${PATH#*:}\ncase "$*" in *--ignore-submodules=none*) trap "" TERM; echo $$ >"${home.root}/git.pid"; while :; do sleep 0.1; done;; esac\nexec git "$@"\n`,
    );
    chmodSync(git, 0o755);
    const running = home.start(["workflow", "run", "workflows/other"], {
      cwd: home.repository.path,
      env: { PATH: `${join(home.root, "bin")}:${process.env.PATH}` },
    });
    await until(() => home.has("git.pid") && home.read("git.pid").endsWith("\n"));
    running.child.kill("SIGINT");
    await until(() => running.stderr.includes("stopping"));
    running.child.kill("SIGINT");
    expect((await running.ended).status).toBe(130);
    expect(isRunning(Number(home.read("git.pid")))).toBe(false);
    expect(home.runHere("other").status).toBe(0);
    expect(home.worktrees().worktrees).toMatchObject([{ path: left?.path }]);
  });
});
