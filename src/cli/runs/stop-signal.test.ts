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
  test("the first signal stops, the second kills, and a third does not wait", () => {
    const { host, statuses, raise } = scriptedHost();
    const first = vi.fn();
    const kill = vi.fn();
    const watch = watchForStop(host, undefined, first, kill);
    raise("SIGTERM");
    expect(watch.signal.aborted).toBe(true);
    expect(watch.cause()).toBe("SIGTERM");
    expect(kill).not.toHaveBeenCalled();
    raise("SIGINT");
    expect(kill).toHaveBeenCalledOnce();
    expect(statuses).toEqual([]);
    expect(() => raise("SIGINT")).toThrow(Exited);
    watch.close();
    expect(first).toHaveBeenCalledOnce();
    expect(statuses).toEqual([130]);
  });

  test("what has not ended half a second after the second signal is exited from", () => {
    vi.useFakeTimers();
    try {
      const { host, statuses, raise } = scriptedHost();
      const watch = watchForStop(host, undefined, vi.fn(), vi.fn());
      raise("SIGINT");
      raise("SIGTERM");
      vi.advanceTimersByTime(499);
      expect(statuses).toEqual([]);
      expect(() => vi.advanceTimersByTime(1)).toThrow(Exited);
      expect(statuses).toEqual([143]);
      watch.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test("what ends by itself after the second signal is not exited from", () => {
    vi.useFakeTimers();
    try {
      const { host, statuses, raise } = scriptedHost();
      const watch = watchForStop(host, undefined, vi.fn(), vi.fn());
      raise("SIGINT");
      raise("SIGINT");
      watch.close();
      vi.advanceTimersByTime(1000);
      expect(statuses).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a signal after the time ran out is still only the first", async () => {
    const { host, raise } = scriptedHost();
    const kill = vi.fn();
    const watch = watchForStop(host, 1, () => undefined, kill);
    await new Promise((done) => watch.signal.addEventListener("abort", done));
    expect(watch.cause()).toBe("timeout");
    raise("SIGINT");
    expect(kill).not.toHaveBeenCalled();
    expect(watch.cause()).toBe("timeout");
    watch.close();
  });

  test("closing it takes the handlers away", () => {
    const { host, isWatched } = scriptedHost();
    const watch = watchForStop(
      host,
      60_000,
      () => undefined,
      () => undefined,
    );
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
