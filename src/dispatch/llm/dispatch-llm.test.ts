import { afterEach, describe, expect, test } from "vitest";
import { LlmBench, OBJECT_SCHEMA, PROVIDERS } from "../../../test/rig/llm-bench.ts";

const bench = new LlmBench();

afterEach(() => bench.close());

describe.each(PROVIDERS)("a model of %s", (provider) => {
  test.each([
    ["streamed", {}],
    ["in one document", { plain: true }],
  ])("gives its text with what it counted, %s", async (_, form) => {
    const script = [{ pieces: ["Two ", "words"], model: "m-2026", ...form }];
    expect(await bench.answerTo(script, { engine: { price: { input: 2, output: 10 } } }, provider)).toEqual({
      status: "completed",
      result: "Two words",
      model: "m-2026",
      inputTokens: 11,
      outputTokens: 7,
      costUsd: (11 * 2 + 7 * 10) / 1e6,
    });
    expect(bench.server.requests).toHaveLength(1);
  });

  test("is asked at exactly the configured path, with the prompt byte for byte", async () => {
    const prompt = "Zeile\r\n\tzwei ü \u{1f600}\n";
    await bench.answerTo([{}], { prompt }, provider);
    const [request] = bench.server.requests;
    expect(request?.path).toBe(provider === "anthropic" ? "/v1/messages" : "/v1/chat/completions");
    expect(JSON.stringify(request?.body.messages)).toContain(JSON.stringify(prompt));
    expect(request?.body).toMatchObject({ model: "m", stream: true });
  });

  test("shows that it is alive while it answers", async () => {
    await bench.answerTo([{ reasoning: "hm", pieces: ["a", "b"] }], {}, provider);
    expect(bench.heard.progress[0]).toBe("hm");
  });

  // shows: schema-284a
  test("gives a value where a schema is declared", async () => {
    const answer = [{ text: 'Sure:\n```json\n{"a":"x"}\n```' }];
    const outcome = await bench.answerTo(
      answer,
      { schema: { ...OBJECT_SCHEMA, type: ["object"] } },
      provider,
    );
    expect(outcome).toMatchObject({ status: "completed", result: { a: "x" } });
  });

  test("that refuses has failed, in its words", async () => {
    const outcome = await bench.answerTo([{ refusal: "I will not." }], { schema: OBJECT_SCHEMA }, provider);
    expect(outcome).toMatchObject({ status: "failed", failureReason: "llm_error", inputTokens: 11 });
    expect(outcome).toHaveProperty("error", expect.stringMatching(/the model refused.*I will not\./));
  });

  // shows: schema-115c
  test("sends the engine's settings", async () => {
    const inference = { temperature: 0.2, maxTokens: 99, extraParams: { seed: 7, metadata: { a: [1] } } };
    await bench.answerTo([{}], { engine: { inference } }, provider);
    expect(bench.server.requests[0]?.body).toMatchObject({
      temperature: 0.2,
      max_tokens: 99,
      seed: 7,
      metadata: { a: [1] },
    });
  });

  test("keeps its connection for the next request", async () => {
    await bench.serve([{}], { provider });
    await bench.ask();
    await bench.ask();
    const [first, second] = bench.server.requests;
    expect(second?.clientPort).toBe(first?.clientPort);
  });

  test("that stops in the middle of a stream is asked again", async () => {
    const outcome = await bench.answerTo(
      [{ cut: "mid-body", pieces: ["a", "b"] }, { text: "whole" }],
      {},
      provider,
    );
    expect(outcome).toMatchObject({ status: "completed", result: "whole" });
    expect(bench.heard.warnings).toContainEqual(expect.stringContaining("the connection broke off"));
  });

  test.each([
    ["breaks off", { cut: "after-body" }],
    ["is left open", { hang: "after-body" }],
  ] as const)("that has told its answer in full is not asked again when the stream %s", async (_, end) => {
    const script = [{ ...end, pieces: ["Two ", "words"] }];
    const outcome = await bench.answerTo(script, { timeoutMs: 5000 }, provider);
    expect(outcome).toMatchObject({ status: "completed", result: "Two words", outputTokens: 7 });
    expect(bench.server.requests).toHaveLength(1);
    expect(await bench.server.requests[0]?.ended).toBe("closed-early");
  });
});

describe("an attempt that ends early", () => {
  test.each(["before-headers", "mid-body"] as const)(
    "closes its connection when cancelled, %s",
    async (hang) => {
      await bench.serve([{ hang, pieces: ["a", "b"] }]);
      const stop = new AbortController();
      const asked = bench.ask({ signal: stop.signal });
      await bench.server.received(1);
      stop.abort();
      expect(await asked).toMatchObject({ status: "failed", failureReason: "aborted" });
      expect(await bench.server.requests[0]?.ended).toBe("closed-early");
    },
  );

  test.each(["before-headers", "mid-body"] as const)(
    "closes its connection at its timeout, %s",
    async (hang) => {
      const outcome = await bench.answerTo([{ hang, pieces: ["a", "b"] }], { timeoutMs: 500 });
      expect(outcome).toMatchObject({ failureReason: "timeout", error: expect.stringContaining("500 ms") });
      expect(await bench.server.requests[0]?.ended).toBe("closed-early");
    },
  );

  test("before it began sends nothing", async () => {
    expect(await bench.answerTo([{}], { signal: AbortSignal.abort() })).toMatchObject({
      failureReason: "aborted",
    });
    expect(bench.server.requests).toHaveLength(0);
  });

  test("in the middle of an error closes the connection too", async () => {
    const raw = 'data: {"error":"no"}\n\n';
    await bench.serve([{ raw: raw + raw, contentType: "text/event-stream", hang: "mid-body" }]);
    await bench.ask();
    expect(await bench.server.requests[0]?.ended).toBe("closed-early");
  });
});

test("a prompt over 256 KiB is refused with the size of its parts", async () => {
  const outcome = await bench.answerTo([{}], { prompt: "ü".repeat(128 * 1024 + 1) });
  expect(outcome).toMatchObject({
    failureReason: "llm_error",
    error: expect.stringContaining("instructions 262146"),
  });
  expect(bench.server.requests).toHaveLength(0);
  expect(await bench.ask({ prompt: "ü".repeat(128 * 1024) })).toMatchObject({ status: "completed" });
});
