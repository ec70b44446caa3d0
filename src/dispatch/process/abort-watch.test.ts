import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { watchAbort } from "./abort-watch.ts";

describe("watching a signal", () => {
  test("tells everyone who still waits", () => {
    const stop = new AbortController();
    const told: string[] = [];
    watchAbort(stop.signal, () => told.push("first"));
    const unwatch = watchAbort(stop.signal, () => told.push("second"));
    watchAbort(stop.signal, () => told.push("third"));
    unwatch();
    stop.abort();
    expect(told).toEqual(["first", "third"]);
  });

  test("costs the signal one listener however many wait, and none when nobody does", () => {
    const { signal } = new AbortController();
    const unwatches = Array.from({ length: 64 }, () => watchAbort(signal, () => undefined));
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    for (const unwatch of [...unwatches, ...unwatches]) unwatch();
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("begins anew after everyone has gone", () => {
    const stop = new AbortController();
    watchAbort(stop.signal, () => undefined)();
    let told = false;
    watchAbort(stop.signal, () => {
      told = true;
    });
    stop.abort();
    expect(told).toBe(true);
  });
});
