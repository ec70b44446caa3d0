import { getEventListeners } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  dispatchShell,
  eventually,
  isRunning,
  temporaryDirectory,
} from "../../../test/rig/dispatch-command.ts";

let cwd: ReturnType<typeof temporaryDirectory>;

beforeEach(() => {
  cwd = temporaryDirectory();
});
afterEach(() => cwd.remove());

/** The pid that a script wrote into this file, once it has. */
async function pidIn(file: string): Promise<number> {
  const path = join(cwd.path, file);
  await eventually(() => existsSync(path) && readFileSync(path, "utf8").endsWith("\n"));
  return Number(readFileSync(path, "utf8"));
}

/** Stops the event loop of this process for so long, as a suspended engine's stops. */
function suspend(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe("a command over its timeout", () => {
  // shows: schema-571c
  test("fails with that reason, and what it had printed is no result", async () => {
    const { outcome } = await dispatchShell("echo before; echo why >&2; sleep 30", { timeoutMs: 300 });
    expect(outcome).toEqual({
      status: "failed",
      failureReason: "timeout",
      error: "The command was still running after its timeout of 300 ms and was ended.\nwhy",
    });
  });

  // shows: schema-402a
  test("is ended with all that it started", async () => {
    const { outcome, durationMs } = await dispatchShell(
      "(echo $$ > ignored; sleep 30; touch leaked) & sleep 30 & echo $! > child; sleep 60",
      { cwd: cwd.path, timeoutMs: 500 },
    );
    expect(outcome).toMatchObject({ failureReason: "timeout" });
    expect(durationMs).toBeLessThan(3000);
    expect(isRunning(await pidIn("child"))).toBe(false);
  });

  test("fails so although it exits 0 when it is told to end", async () => {
    const { outcome } = await dispatchShell("trap 'exit 0' TERM; while :; do sleep 0.05; done", {
      timeoutMs: 300,
    });
    expect(outcome).toMatchObject({ failureReason: "timeout" });
  });

  // shows: schema-394
  test("is not waited for where it left the group, even with its pipes in hand", async () => {
    const { outcome, durationMs } = await dispatchShell(
      "setsid sh -c 'echo $$ > escaped; exec sleep 30' & while [ ! -s escaped ]; do :; done; sleep 60",
      { cwd: cwd.path, timeoutMs: 500 },
    );
    const escaped = await pidIn("escaped");
    expect(isRunning(escaped)).toBe(true);
    process.kill(escaped, "SIGKILL");
    expect(outcome).toMatchObject({ failureReason: "timeout" });
    expect(durationMs).toBeLessThan(3000);
  });

  test("is ended too when it had stopped itself", async () => {
    const { outcome, durationMs } = await dispatchShell("kill -STOP $$", { timeoutMs: 300 });
    expect(outcome).toMatchObject({ failureReason: "timeout" });
    expect(durationMs).toBeLessThan(3000);
  });

  // shows: schema-402a
  test("is killed when it will not end", { timeout: 15_000 }, async () => {
    const { outcome, durationMs } = await dispatchShell(
      "trap '' TERM; echo $$ > pid; while :; do sleep 0.1; done",
      {
        cwd: cwd.path,
        timeoutMs: 200,
      },
    );
    expect(outcome).toMatchObject({ failureReason: "timeout" });
    expect(durationMs).toBeGreaterThan(5000);
    expect(durationMs).toBeLessThan(7000);
    expect(isRunning(await pidIn("pid"))).toBe(false);
  });

  test("had ended in time when only the engine slept through it", async () => {
    const running = dispatchShell("sleep 0.2; echo ok", { timeoutMs: 600 });
    suspend(1500);
    expect((await running).outcome).toEqual({ status: "completed", result: "ok" });
  });

  test("had ended in time when the engine slept, though what it printed is long", async () => {
    const running = dispatchShell("seq 20000", { timeoutMs: 400 });
    await new Promise((resolve) => setImmediate(resolve));
    suspend(200);
    const { outcome } = await running;
    expect(outcome).toMatchObject({ status: "completed", result: expect.stringMatching(/20000$/) });
  });
});

describe("a cancelled command", () => {
  // shows: schema-402b
  test("is ended and fails as aborted", async () => {
    const stop = new AbortController();
    const { outcome } = await dispatchShell("sleep 60", {
      signal: stop.signal,
      onProcess: () => stop.abort(),
    });
    expect(outcome).toMatchObject({ status: "failed", failureReason: "aborted" });
  });

  test("keeps its own outcome when it had ended by itself", async () => {
    const stop = new AbortController();
    const running = dispatchShell("echo done > ended; echo ok", { cwd: cwd.path, signal: stop.signal });
    await new Promise((resolve) => setImmediate(resolve));
    // Ended, while this process could not hear of it.
    suspend(500);
    stop.abort();
    expect((await running).outcome).toEqual({ status: "completed", result: "ok" });
  });

  test("is not started when the signal came first", async () => {
    const { outcome } = await dispatchShell("touch started", { cwd: cwd.path, signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ failureReason: "aborted" });
    expect(existsSync(join(cwd.path, "started"))).toBe(false);
  });

  test("is one of many on one signal, which carries one listener, and none at the end", async () => {
    const stop = new AbortController();
    const running = Array.from({ length: 64 }, () => dispatchShell("sleep 60", { signal: stop.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
    stop.abort();
    const reasons = (await Promise.all(running)).map(
      ({ outcome }) => "failureReason" in outcome && outcome.failureReason,
    );
    expect(new Set(reasons)).toEqual(new Set(["aborted"]));
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
  });
});

describe("what a command leaves behind", () => {
  // shows: schema-390a, schema-394
  test("fails it as incomplete when it holds stdout, and is ended", async () => {
    const { outcome, durationMs } = await dispatchShell("sleep 30 & echo $! > child; echo done", {
      cwd: cwd.path,
      timeoutMs: 60_000,
    });
    expect(outcome).toMatchObject({ status: "failed", failureReason: "exec_capture_incomplete" });
    expect(durationMs).toBeLessThan(4000);
    expect(isRunning(await pidIn("child"))).toBe(false);
  });

  // shows: schema-392a, schema-392b
  test("is only warned of when it holds stderr, or nothing", async () => {
    const script = (redirection: string) => `sleep 30 ${redirection} & echo done`;
    const [stderrHeld, nothingHeld] = await Promise.all([
      dispatchShell(script(">/dev/null")),
      dispatchShell(script(">/dev/null 2>&1")),
    ]);
    expect(stderrHeld.outcome).toEqual({ status: "completed", result: "done" });
    expect(stderrHeld.warnings[0]).toContain("stderr");
    expect(nothingHeld.outcome).toEqual({ status: "completed", result: "done" });
    expect(nothingHeld.warnings).toEqual([expect.stringContaining("left processes running")]);
  });

  // shows: schema-394
  test("is heard out when it ends soon after", async () => {
    const { outcome, warnings } = await dispatchShell("(sleep 0.2; echo late) & echo early");
    expect(outcome).toEqual({ status: "completed", result: "early\nlate" });
    expect(warnings).toEqual([]);
  });

  test("does not hide that it failed by itself", async () => {
    const { outcome } = await dispatchShell("sleep 30 & exit 4");
    expect(outcome).toMatchObject({ failureReason: "non_zero_exit" });
  });
});
