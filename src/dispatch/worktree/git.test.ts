import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventually, isRunning } from "../../../test/rig/dispatch-command.ts";
import { tempTree } from "../../../test/rig/temp-tree.ts";
import { runGit } from "./git.ts";

/** A program called git that does what the script says. */
function standIn(script: string): { environment: NodeJS.ProcessEnv; liveGroups: Set<number> } {
  const directory = tempTree();
  writeFileSync(join(directory, "git"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(directory, "git"), 0o755);
  return {
    environment: { PATH: `${directory}:${process.env.PATH}`, GIT_DIR: "/x", git_dir: "/y" },
    liveGroups: new Set(),
  };
}

describe("git", () => {
  test("is run with no variable of its own, asks nothing, and is marked as the attempt's", async () => {
    const host = standIn("env | grep -E '^(GIT|git|LC_ALL|AKM)' | sort; cat; tty");
    const { stdout } = await runGit(host, ["x"], { cwd: "/", stdin: "given\n", dispatchId: "of-git" });
    expect(stdout).toBe(
      "AKM_DISPATCH_ID=of-git\nGIT_OPTIONAL_LOCKS=0\nGIT_TERMINAL_PROMPT=0\nLC_ALL=C\ngiven\nnot a tty\n",
    );
    expect(host.liveGroups.size).toBe(0);
  });

  test("that fails is an answer with what it said", async () => {
    const answer = await runGit(standIn("echo out; echo err >&2; exit 2"), ["x"], { cwd: "/" });
    expect(answer).toEqual({ ok: false, isCut: false, stdout: "out\n", stderr: "err" });
  });

  test("that takes too long is ended with all it started", async () => {
    const host = standIn("sleep 60 & echo $!; wait");
    const answer = await runGit(host, ["status"], { cwd: "/", timeoutMs: 300 });
    expect(answer).toMatchObject({ ok: false, stderr: "git status took longer than 300 ms and was ended." });
    expect(isRunning(Number(answer.stdout))).toBe(false);
  });

  test("is ended when it is no longer wanted, and not begun after that", async () => {
    const stop = new AbortController();
    const begun = join(tempTree(), "begun");
    const host = standIn(`touch ${begun}; sleep 60`);
    const running = runGit(host, ["x"], { cwd: "/", signal: stop.signal });
    await eventually(() => existsSync(begun));
    stop.abort();
    expect(await running).toMatchObject({ ok: false, stderr: "Stopped." });
    expect(await runGit(host, ["x"], { cwd: "/", signal: stop.signal })).toMatchObject({
      ok: false,
      stdout: "",
    });
  });

  test("is over two seconds after its own end, whoever of another session still has its pipes", async () => {
    const host = standIn("setsid sleep 60 </dev/null & echo $!; echo said >&2");
    const startedAt = performance.now();
    const answer = await runGit(host, ["x"], { cwd: "/" });
    onTestFinished(() => void process.kill(Number(answer.stdout), "SIGKILL"));
    expect(answer).toMatchObject({ ok: true, stderr: "said" });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test("is given up with its time or the run, whoever of another session still has its pipes", async () => {
    const host = standIn("setsid sleep 60 </dev/null & echo $!; wait");
    const answer = await runGit(host, ["x"], { cwd: "/", timeoutMs: 300 });
    onTestFinished(() => void process.kill(Number(answer.stdout), "SIGKILL"));
    expect(answer).toMatchObject({ ok: false, stderr: expect.stringContaining("took longer") });
    expect(isRunning(Number(answer.stdout))).toBe(true);
  });

  test.each([
    ["is not there", "/", { PATH: "/nowhere" }, /"git" was not found/],
    ["has no directory to start in", "/nowhere", process.env, /\/nowhere does not exist/],
  ])("that %s is an answer", async (_, cwd, environment, problem) => {
    const answer = await runGit({ environment, liveGroups: new Set() }, ["x"], { cwd });
    expect(answer).toMatchObject({ ok: false, stderr: expect.stringMatching(problem) });
  });
});
