import { afterEach, describe, expect, test } from "vitest";
import { LlmBench } from "../../../test/rig/llm-bench.ts";

const bench = new LlmBench();

afterEach(() => bench.close());

describe("the engine's concurrency", () => {
  // shows: schema-539a
  test.each([1, 4])("of %i holds over a fan-out of 64", async (concurrency) => {
    await bench.serve(({ index }) =>
      index < concurrency ? { after: bench.server.received(concurrency) } : {},
    );
    const units = Array.from({ length: 64 }, () => bench.ask({ engine: { concurrency } }));
    for (const outcome of await Promise.all(units)) expect(outcome).toMatchObject({ status: "completed" });
    expect(bench.server.requests).toHaveLength(64);
    expect(bench.server.peak).toBe(concurrency);
  });

  test("keeps the timeout from running before the unit's turn", async () => {
    await bench.serve(({ index }) => (index === 0 ? { delayMs: 1200 } : {}));
    const first = bench.ask();
    const second = bench.ask({ timeoutMs: 1000 });
    expect(await first).toMatchObject({ status: "completed" });
    expect(await second).toMatchObject({ status: "completed" });
  });

  test("can be waited for no longer", async () => {
    await bench.serve([{ hang: "before-headers" }]);
    const stop = new AbortController();
    const units = [1, 2, 3].map(() => bench.ask({ signal: stop.signal }));
    await bench.server.received(1);
    stop.abort();
    for (const outcome of await Promise.all(units))
      expect(outcome).toMatchObject({ failureReason: "aborted" });
    expect(bench.server.requests).toHaveLength(1);
  });

  test("holds on a signal that all units share, without a listener for each", async () => {
    const seen: Error[] = [];
    const note = (warning: Error): void => void seen.push(warning);
    process.on("warning", note);
    await bench.serve(({ index }) => (index < 32 ? { after: bench.server.received(32) } : {}));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 64 }, () => bench.ask({ signal, engine: { concurrency: 32 } })));
    process.off("warning", note);
    expect(seen).toEqual([]);
  });
});
