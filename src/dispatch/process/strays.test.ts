import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { attemptRecord } from "../../../test/rig/build-records.ts";
import { bundleModule } from "../../../test/rig/bundle-module.ts";
import { isRunning } from "../../../test/rig/dispatch-command.ts";
import type { AttemptRecord } from "../../run/index.ts";
import { identifyProcess } from "./process-identity.ts";
import { reapStrays } from "./strays.ts";

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A process as a dead engine leaves one: its own group, its attempt's variables; and the first line it said. */
async function stray(
  dispatchId: string | undefined,
  script = "echo ready; exec sleep 60",
): Promise<{ pid: number; said: string }> {
  const child = spawn("sh", ["-c", script], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env.PATH, ...(dispatchId === undefined ? {} : { AKM_DISPATCH_ID: dispatchId }) },
  });
  started.push(child);
  const [line] = await once(child.stdout, "data");
  return { pid: child.pid ?? 0, said: String(line) };
}

/** The attempt that was out, with no process noted unless told. */
function attempt(dispatchId: string, rest: Partial<AttemptRecord> = {}): AttemptRecord {
  return attemptRecord({ dispatchId, ...rest });
}

describe("what a dead engine left running", () => {
  test("is ended by the process that was noted", async () => {
    const { pid } = await stray(undefined);
    await reapStrays([attempt("d1", { process: identifyProcess(pid) })]);
    expect(isRunning(pid)).toBe(false);
  });

  test("is left alone when its pid now belongs to another", async () => {
    const { pid } = await stray(undefined);
    const identity = identifyProcess(pid);
    await reapStrays([
      attempt("d1", { process: { ...identity, startToken: "0" } }),
      attempt("d2", { process: { ...identity, bootId: "another" } }),
      attempt("d3", { process: { pid } }),
    ]);
    expect(isRunning(pid)).toBe(true);
  });

  test("is left alone when its attempt had ended", async () => {
    const { pid } = await stray("d1");
    const ended = { status: "completed", process: identifyProcess(pid) } as const;
    await reapStrays([attempt("d1", ended)]);
    expect(isRunning(pid)).toBe(true);
  });

  test("takes no time when there is nothing", async () => {
    const startedAt = performance.now();
    await reapStrays([]);
    expect(performance.now() - startedAt).toBeLessThan(5);
  });
});

describe.skipIf(process.platform !== "linux")("by its dispatch id, on Linux,", () => {
  test("a stray is found that was never noted, and nobody else's", async () => {
    const [ours, others, longer] = [await stray("d1"), await stray("d2"), await stray("d11")];
    await reapStrays([attempt("d1")]);
    expect([ours.pid, others.pid, longer.pid].map(isRunning)).toEqual([false, true, true]);
  });

  test("is found even behind a variable whose value looks like the id", async () => {
    const child = spawn("sleep", ["60"], {
      env: { PATH: process.env.PATH, NOTE: "AKM_DISPATCH_ID=d9", AKM_DISPATCH_ID: "d1" },
      stdio: "ignore",
    });
    started.push(child);
    await once(child, "spawn");
    await reapStrays([attempt("d9")]);
    expect(isRunning(child.pid ?? 0)).toBe(true);
    await reapStrays([attempt("d1")]);
    expect(isRunning(child.pid ?? 0)).toBe(false);
  });

  test("what left its group is found too", async () => {
    const leader = await stray("d1", "setsid sh -c 'echo $$; exec sleep 60' & exec sleep 60");
    const escaped = Number(leader.said);
    await reapStrays([attempt("d1", { process: identifyProcess(leader.pid) })]);
    expect([leader.pid, escaped].map(isRunning)).toEqual([false, false]);
  });

  test("one that was stopped is ended", async () => {
    const { pid } = await stray("d1");
    process.kill(pid, "SIGSTOP");
    await reapStrays([attempt("d1")]);
    expect(isRunning(pid)).toBe(false);
  });

  test("one that will not end is asked once and then killed", { timeout: 15_000 }, async () => {
    const signals = vi.spyOn(process, "kill");
    const loop = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready")`;
    const { pid } = await stray("d1", `exec ${process.execPath} -e '${loop}'`);
    await reapStrays([attempt("d1")]);
    expect(isRunning(pid)).toBe(false);
    const sent = signals.mock.calls.flatMap(([to, signal]) => (to === pid && signal !== 0 ? [signal] : []));
    expect(sent.filter((signal) => signal !== "SIGCONT")).toEqual(["SIGTERM", "SIGKILL"]);
    signals.mockRestore();
  });

  test("an engine that a stray itself started spares itself and what it descends from", async () => {
    const { file, remove } = await bundleModule(join(import.meta.dirname, "strays.ts"));
    const program = `const { reapStrays } = await import("${file}");
      await reapStrays([${JSON.stringify(attempt("d1"))}]); console.log("itself");`;
    const { pid } = await stray("d1");
    const above = spawnSync(
      "sh",
      ["-c", `"$0" --input-type=module -e '${program}'; echo above`, process.execPath],
      {
        env: { PATH: process.env.PATH, AKM_DISPATCH_ID: "d1" },
        encoding: "utf8",
      },
    );
    remove();
    expect(above.stdout).toBe("itself\nabove\n");
    expect(isRunning(pid)).toBe(false);
  });
});
