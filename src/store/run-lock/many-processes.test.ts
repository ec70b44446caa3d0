import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  prepareStoreChildren,
  type StoreChild,
  type StoreChildren,
} from "../../../test/rig/store-children.ts";
import { readLockHolder } from "./read-lock-holder.ts";

const ended = spawnSync(process.execPath, ["--version"]).pid;
const dead = { pid: ended, host: hostname(), startToken: "1", acquiredAt: "2026-01-31T09:05:00.000Z" };

describe("one run lock and many processes", { timeout: 120_000 }, () => {
  let children: StoreChildren;
  let engines: StoreChild[];
  let root: string;
  let dir: string;
  beforeAll(async () => {
    children = await prepareStoreChildren();
    root = await mkdtemp(join(tmpdir(), "akm-lock-many-"));
    dir = join(root, "workflow-run-locks");
    await mkdir(dir);
    engines = Array.from({ length: 8 }, () => children.start());
    await Promise.all(engines.map((engine) => engine.ask("open", join(root, "state.db"))));
  }, 120_000);
  afterAll(async () => {
    await children.end();
    await rm(root, { recursive: true });
  });

  // shows: engine-196
  test.each<[string, (file: string) => Promise<unknown>]>([
    ["a run nobody holds", async () => undefined],
    ["a dead holder's lock", (file) => writeFile(file, JSON.stringify(dead))],
    ["an old empty file", (file) => writeFile(file, "").then(() => utimes(file, 0, 0))],
    ["a young torn file", (file) => writeFile(file, '{"pi')],
  ])("of eight that reach for %s at once exactly one gets it", async (_, prepare) => {
    for (let round = 0; round < 5; round += 1) {
      const runId = `run-${_.replaceAll(" ", "-")}-${round}`;
      await prepare(join(dir, `${runId}.lock`));
      const outcomes = await Promise.allSettled(engines.map((engine) => engine.ask("acquire", dir, runId)));
      const winners = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      expect(winners).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === "fulfilled") continue;
        expect(outcome.reason).toMatchObject({
          code: "RUN_LEASE_HELD",
          message: expect.stringMatching(`^Run ${runId} is driven by pid ${winners[0]} on host `),
        });
      }
      expect(await readLockHolder(dir, runId)).toMatchObject({ pid: winners[0] });
    }
    expect((await readdir(dir)).filter((name) => !name.endsWith(".lock"))).toEqual([]);
  });

  // shows: engine-201
  test("a killed holder's lock is free at once", async () => {
    const [holder, other] = [children.start(), engines[0]];
    if (other === undefined) throw new Error("no engine");
    await holder.ask("open", join(root, "state.db"));
    await holder.ask("acquire", dir, "killed");
    await expect(other.ask("acquire", dir, "killed")).rejects.toMatchObject({ code: "RUN_LEASE_HELD" });
    await holder.kill();
    expect(await other.ask("acquire", dir, "killed")).toBe(other.pid);
  });

  test.skipIf(process.getuid?.() !== 0)(
    "a holder of another user, whom no signal reaches, is alive",
    async () => {
      const stranger = children.start();
      await stranger.ask("become", 65_534);
      await writeFile(
        join(dir, "foreign-user.lock"),
        JSON.stringify({ ...dead, pid: process.pid, startToken: undefined }),
      );
      expect(await stranger.ask("holder", await openToAll(root, dir), "foreign-user")).toMatchObject({
        pid: process.pid,
      });
      await stranger.kill();
    },
  );
});

async function openToAll(root: string, dir: string): Promise<string> {
  const { chmod } = await import("node:fs/promises");
  await chmod(root, 0o755);
  await chmod(dir, 0o755);
  return dir;
}
