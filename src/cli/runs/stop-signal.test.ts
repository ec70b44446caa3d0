import { describe, expect, test, vi } from "vitest";
import type { Host } from "../host.ts";
import { parseTimeout, watchForStop } from "./stop-signal.ts";

class Exited extends Error {}

function scriptedHost() {
  let callback: ((signal: NodeJS.Signals) => void) | undefined;
  const statuses: number[] = [];
  const host = {
    onSignal: (_: unknown, given: (signal: NodeJS.Signals) => void) => {
      callback = given;
      return () => {
        callback = undefined;
      };
    },
    exitNow: (status: number) => {
      statuses.push(status);
      throw new Exited();
    },
  } as unknown as Host;
  return {
    host,
    statuses,
    raise: (signal: NodeJS.Signals) => callback?.(signal),
    isWatched: () => callback !== undefined,
  };
}

describe("watchForStop", () => {
  test("the first signal stops, the second kills, and a third does not wait", async () => {
    const { host, statuses, raise } = scriptedHost();
    const first = vi.fn();
    const now = { killAllNow: vi.fn(), releaseLocksNow: vi.fn() };
    const watch = watchForStop(host, undefined, first, now);
    raise("SIGTERM");
    expect(watch.signal.aborted).toBe(true);
    expect(watch.cause()).toBe("SIGTERM");
    expect(now.killAllNow).not.toHaveBeenCalled();
    raise("SIGINT");
    expect(now.killAllNow).not.toHaveBeenCalled();
    await vi.waitUntil(() => now.killAllNow.mock.calls.length === 1);
    expect(statuses).toEqual([]);
    expect(() => raise("SIGINT")).toThrow(Exited);
    watch.close();
    expect(first).toHaveBeenCalledOnce();
    expect(statuses).toEqual([130]);
  });

  test("what has not ended a second after the second signal is exited from", () => {
    vi.useFakeTimers();
    try {
      const { host, statuses, raise } = scriptedHost();
      const now = { killAllNow: vi.fn(), releaseLocksNow: vi.fn() };
      const watch = watchForStop(host, undefined, vi.fn(), now);
      raise("SIGINT");
      raise("SIGTERM");
      vi.advanceTimersByTime(999);
      expect(statuses).toEqual([]);
      expect(() => vi.advanceTimersByTime(1)).toThrow(Exited);
      expect(statuses).toEqual([143]);
      expect(now.releaseLocksNow).toHaveBeenCalledOnce();
      watch.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test("what ends by itself after the second signal is not exited from", () => {
    vi.useFakeTimers();
    try {
      const { host, statuses, raise } = scriptedHost();
      const now = { killAllNow: vi.fn(), releaseLocksNow: vi.fn() };
      const watch = watchForStop(host, undefined, vi.fn(), now);
      raise("SIGINT");
      raise("SIGINT");
      watch.close();
      vi.advanceTimersByTime(2000);
      expect(statuses).toEqual([]);
      expect(now.releaseLocksNow).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  test("a signal after the time ran out is still only the first", async () => {
    const { host, raise } = scriptedHost();
    const now = { killAllNow: vi.fn(), releaseLocksNow: vi.fn() };
    const watch = watchForStop(host, 1, () => undefined, now);
    await new Promise((done) => watch.signal.addEventListener("abort", done));
    expect(watch.cause()).toBe("timeout");
    raise("SIGINT");
    expect(now.killAllNow).not.toHaveBeenCalled();
    expect(watch.cause()).toBe("timeout");
    watch.close();
  });

  test("closing it takes the handlers away", () => {
    const { host, isWatched } = scriptedHost();
    const watch = watchForStop(host, 60_000, () => undefined, {
      killAllNow: () => undefined,
      releaseLocksNow: () => undefined,
    });
    watch.close();
    expect(isWatched()).toBe(false);
    expect(watch.cause()).toBeUndefined();
  });
});

describe("parseTimeout", () => {
  test.each([
    ["1", 1],
    ["500ms", 500],
    ["30s", 30_000],
    ["5m", 300_000],
    ["2h", 7_200_000],
    ["2147483647", 2_147_483_647],
  ])("%s is %i ms", (text, ms) => {
    expect(parseTimeout(text)).toBe(ms);
  });

  test.each(["0", "2147483648", "-1", "1.5s", "5 m", "soon", "none", ""])("%j is refused", (text) => {
    expect(() => parseTimeout(text)).toThrow(/--timeout/);
  });
});
