import { afterEach, describe, expect, test } from "vitest";
import { LlmBench, OBJECT_SCHEMA, PROVIDERS } from "../../../test/rig/llm-bench.ts";

const bench = new LlmBench();

afterEach(() => bench.close());

describe("an answer of HTTP status 200 that is none", () => {
  const BODIES: [string, string, string][] = [
    ["an error object", '{"object":"error","message":"no such model"}', "no such model"],
    ["a nested error", '{"error":{"message":"no such model","code":404}}', "no such model"],
    ["a page", "<html>login</html>", "<html>login</html>"],
    ["nothing", "", "(nothing)"],
    ["no choices", '{"choices":[]}', '{"choices":[]}'],
    ["no content", '{"choices":[{"message":{"content":null,"tool_calls":[]}}]}', "has no content"],
    ["a number", "7", "it begins: 7"],
    ["odd bytes", "\u0000\ufffd", "it begins"],
    ["JSON of another kind", '{"result":[1,2]}', '{"result":[1,2]}'],
  ];
  const FORMS = BODIES.flatMap(([name, raw, seen]) =>
    ["application/json", "text/event-stream", "text/html"].map((type): [string, string, string, string] => [
      name,
      type,
      raw,
      seen,
    ]),
  );

  test.each(FORMS)("is the provider's failure: %s as %s", async (_, contentType, raw, seen) => {
    const outcome = await bench.answerTo([{ raw, contentType }], { schema: OBJECT_SCHEMA });
    expect(outcome).toMatchObject({ status: "failed", failureReason: "llm_error" });
    if (contentType !== "text/event-stream")
      expect(outcome).toHaveProperty("error", expect.stringContaining(seen));
    expect(outcome).not.toHaveProperty("error", expect.stringContaining("TypeError"));
    expect(bench.server.requests).toHaveLength(1);
  });

  test.each(BODIES)("is the provider's failure with anthropic too: %s", async (_, raw) => {
    const outcome = await bench.answerTo([{ raw }], { schema: OBJECT_SCHEMA }, "anthropic");
    expect(outcome).toMatchObject({ status: "failed", failureReason: "llm_error" });
    expect(bench.server.requests).toHaveLength(1);
  });

  test("is shown clipped", async () => {
    const outcome = await bench.answerTo([{ raw: "x".repeat(100_000) }]);
    expect((outcome as { error: string }).error.length).toBeLessThan(600);
  });

  test("may be an error in the middle of a stream", async () => {
    const raw =
      'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: {"error":{"message":"out of memory"}}\n\n';
    const outcome = await bench.answerTo([{ raw, contentType: "text/event-stream" }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("out of memory"),
    });
  });

  test("may be an overload that anthropic reports in its stream", async () => {
    const error = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    const raw = `event: error\ndata: ${error}\n\n`;
    const outcome = await bench.answerTo([{ raw, contentType: "text/event-stream" }], {}, "anthropic");
    expect(outcome).toMatchObject({
      failureReason: "llm_rate_limit",
      error: expect.stringContaining("Overloaded"),
    });
  });

  test.each(PROVIDERS)("may be a stream of %s that ends too early", async (provider) => {
    const raw =
      provider === "anthropic"
        ? 'event: message_start\ndata: {"type":"message_start","message":{"id":"1","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}\n\n'
        : 'data: {"choices":[{"delta":{"content":"half"}}]}\n\n';
    const outcome = await bench.answerTo([{ raw, contentType: "text/event-stream" }], {}, provider);
    expect(outcome).toMatchObject({ status: "failed", failureReason: "llm_error" });
  });

  test("but a stream under another content type is read", async () => {
    const raw = 'data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    expect(await bench.answerTo([{ raw, contentType: "text/plain" }])).toMatchObject({ result: "x" });
  });

  test("may be larger than is read", async () => {
    const raw = `{"choices":[{"message":{"content":"${"x".repeat(17 * 1024 * 1024)}"}}]}`;
    const outcome = await bench.answerTo([{ raw }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("16777216 bytes"),
    });
  });
});
