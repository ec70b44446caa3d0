import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Chance, expectedTokens, lifeScript, randomLife } from "./unit-lives.ts";
import { WorktreeHome } from "./worktree-home.ts";

const SEED = Number(process.env.AKM_TEST_SEED ?? 1);
const UNITS_A_RUN = 8;
const RUNS = 25;
const RUNS_AT_ONCE = 2;
const TOKEN = /u\d+-\d+-\d+\./g;

/** 200 lives of units, eight to a run, some cut short by their engine's death, a stop or their timeout. */
test("every byte that units write to a collectible path is found again, whatever ends them", {
  timeout: 300_000,
}, async () => {
  const home = new WorktreeHome();
  const ledger = join(home.root, "ledger");
  const script = home.write("life.sh", lifeScript(ledger, home.repository.head));
  const chance = new Chance(SEED);
  const plans = Array.from({ length: RUNS }, (_, run) => {
    const lives = Array.from({ length: UNITS_A_RUN }, (_, unit) => randomLife(chance, `u${run}-${unit}`));
    home.isolatedMap(`w${run}`, `. ${script}`, lives, ["timeout: 3s", "on_error: continue"]);
    return { name: `w${run}`, cuts: Array.from({ length: chance.below(3) }, () => cutOf(chance)) };
  });

  await inLanes(plans, async ({ name, cuts }) => {
    for (const { afterMs, signal } of cuts) {
      const running = home.start(["workflow", "run", `workflows/${name}`], { cwd: home.repository.path });
      await Promise.race([running.ended, sleep(afterMs)]);
      running.child.kill(signal);
      if ((await running.ended).status === 0) return;
    }
    const end = await home.start(["workflow", "run", `workflows/${name}`], { cwd: home.repository.path })
      .ended;
    expect([end.status, end.json().run.status]).toEqual([0, "completed"]);
  });

  const expected = expectedTokens(readFileSync(ledger, "utf8"));
  expect(expected.size).toBeGreaterThan((RUNS * UNITS_A_RUN) / 2);
  expect(home.repository.salvageRefs().length).toBeGreaterThan(RUNS);
  expect(missing(expected, home)).toEqual([]);
  const { pruned, worktrees } = home.worktrees("--prune");
  expect(pruned?.length).toBeGreaterThan(0);
  expect(new Set(worktrees.map(({ state }) => state))).toEqual(new Set(["dirty"]));
  expect(home.repository.worktrees().sort()).toEqual(worktrees.map(({ path }) => path).sort());
  expect(missing(expected, home)).toEqual([]);
});

function cutOf(chance: Chance): { afterMs: number; signal: NodeJS.Signals } {
  return { afterMs: 200 + chance.below(1500), signal: chance.pick(["SIGKILL", "SIGKILL", "SIGINT"]) };
}

async function inLanes<T>(work: readonly T[], call: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...work];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await call(item);
  };
  await Promise.all(Array.from({ length: RUNS_AT_ONCE }, lane));
}

/** What is neither in a kept worktree's files nor in anything that a ref or the stash of the repository reaches. */
function missing(expected: ReadonlySet<string>, home: WorktreeHome): string[] {
  const { user, path } = home.repository;
  const git = (words: string[], input = "") =>
    execFileSync("git", words, {
      cwd: path,
      env: user.environment,
      input,
      encoding: "latin1",
      maxBuffer: 256 * 1024 * 1024,
    });
  const stashes = git(["stash", "list", "--format=%H"]);
  const reachable = git(["rev-list", "--objects", "--all", "--single-worktree", "--stdin"], stashes)
    .split("\n")
    .map((line) => line.split(" ", 1)[0])
    .join("\n");
  const found = new Set(git(["cat-file", "--batch"], reachable).match(TOKEN));
  for (const file of filesBelow(home.worktreesDirectory))
    for (const token of readFileSync(file, "latin1").match(TOKEN) ?? []) found.add(token);
  return [...expected].filter((token) => !found.has(token));
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() && entry.name !== ".git" && !path.endsWith(".json") ? [path] : [];
  });
}
