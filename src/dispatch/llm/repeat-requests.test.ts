import { afterEach, describe, expect, test } from "vitest";
import { LlmBench, OBJECT_SCHEMA } from "../../../test/rig/llm-bench.ts";

const bench = new LlmBench();

afterEach(() => bench.close());

describe("a rate limit", () => {
  test.each([429, 529])("of status %i with a stated wait is slept through once", async (status) => {
    const limit = { status, raw: "{}", headers: { "retry-after-ms": "30" } };
    const outcome = await bench.answerTo([limit, { text: "after" }]);
    expect(outcome).toMatchObject({ status: "completed", result: "after" });
    const [first, second] = bench.server.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(29);
    expect(bench.heard.warnings).toEqual([expect.stringContaining(`HTTP ${status}`)]);
  });

  test("that is met again after its wait ends the attempt", async () => {
    const outcome = await bench.answerTo([{ status: 429, raw: "{}", headers: { "retry-after-ms": "1" } }]);
    expect(outcome).toMatchObject({ failureReason: "llm_rate_limit" });
    expect(bench.server.requests).toHaveLength(2);
  });

  test("without a stated wait ends the attempt at once", async () => {
    const outcome = await bench.answerTo([{ status: 429, raw: '{"error":{"message":"slow down"}}' }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_rate_limit",
      error: expect.stringMatching(/slow down.*names no time/),
    });
    expect(bench.server.requests).toHaveLength(1);
  });

  test("with a long wait ends the attempt at once and names the time", async () => {
    const outcome = await bench.answerTo([{ status: 429, raw: "{}", headers: { "retry-after": "3600" } }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_rate_limit",
      error: expect.stringContaining("in 60 minutes"),
    });
    expect(bench.server.requests).toHaveLength(1);
  });

  test("that is waited for can be cancelled", async () => {
    await bench.serve([{ status: 429, raw: "{}", headers: { "retry-after": "50" } }]);
    const stop = new AbortController();
    const asked = bench.ask({ signal: stop.signal });
    await bench.server.received(1);
    await bench.server.requests[0]?.ended;
    stop.abort();
    expect(await asked).toMatchObject({ failureReason: "aborted" });
  });
});

describe("a failing server", () => {
  test("is asked three times in an attempt, later each time", async () => {
    const outcome = await bench.answerTo([{ status: 500, raw: "{}" }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("3 times in a row"),
    });
    const [first = 0, second = 0, third = 0] = bench.server.requests.map(({ at }) => at);
    expect(bench.server.requests).toHaveLength(3);
    expect(third - second).toBeGreaterThan(second - first);
    expect(bench.heard.warnings).toHaveLength(2);
  });

  test.each([{ status: 503, raw: "busy" }, { cut: "before-headers" as const }])(
    "that recovers is not noticed by the unit: %j",
    async (answer) => {
      expect(await bench.answerTo([answer, { text: "well" }])).toMatchObject({
        status: "completed",
        result: "well",
      });
    },
  );

  test("that is not there is said with its address", async () => {
    await bench.serve([]);
    await bench.server.close();
    expect(await bench.ask()).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringMatching(/no connection to 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/),
    });
  });

  test.each([400, 401, 403, 404, 409, 422])("that answers %i is asked once", async (status) => {
    const outcome = await bench.answerTo([{ status, raw: "{}" }], { schema: OBJECT_SCHEMA });
    expect(outcome).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining(`HTTP ${status}`),
    });
    expect(bench.server.requests).toHaveLength(1);
  });

  test("that redirects is not followed, so that the key stays where it was meant for", async () => {
    await bench.serve([{ status: 307, raw: "", headers: { location: "https://elsewhere.test/v1" } }], {
      environment: { AKM_ENGINE_STUB_API_KEY: "sk-secret" },
    });
    expect(await bench.ask()).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("redirects to https://elsewhere.test/v1"),
    });
  });
});
