import { afterEach, describe, expect, test } from "vitest";
import { type AskOptions, LlmAsker } from "../../../test/rig/llm-dispatch.ts";
import { type ModelServer, type Script, startModelServer } from "../../../test/rig/model-server.ts";

type Provider = "openai-compatible" | "anthropic";
const PROVIDERS: Provider[] = ["openai-compatible", "anthropic"];
const SCHEMA = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
  additionalProperties: false,
};

let server: ModelServer;
let asker: LlmAsker;

async function serve(
  script: Script,
  { provider = "openai-compatible", environment = {} }: { provider?: Provider; environment?: object } = {},
): Promise<void> {
  server = await startModelServer(script);
  const endpoint = provider === "anthropic" ? server.urls.messages : server.urls.chatCompletions;
  asker = new LlmAsker(endpoint, { ...environment });
}

async function answerTo(script: Script, options: AskOptions = {}, provider?: Provider) {
  await serve(script, provider === undefined ? {} : { provider });
  return await asker.ask(options);
}

afterEach(() => server?.close());

describe.each(PROVIDERS)("a model of %s", (provider) => {
  test.each([
    ["streamed", {}],
    ["in one document", { plain: true }],
  ])("gives its text with what it counted, %s", async (_, form) => {
    const script = [{ pieces: ["Two ", "words"], model: "m-2026", ...form }];
    expect(await answerTo(script, { engine: { price: { input: 2, output: 10 } } }, provider)).toEqual({
      status: "completed",
      result: "Two words",
      model: "m-2026",
      inputTokens: 11,
      outputTokens: 7,
      costUsd: (11 * 2 + 7 * 10) / 1e6,
    });
    expect(server.requests).toHaveLength(1);
  });

  test("is asked at exactly the configured path, with the prompt byte for byte", async () => {
    const prompt = "Zeile\r\n\tzwei ü \u{1f600}\n";
    await answerTo([{}], { prompt }, provider);
    const [request] = server.requests;
    expect(request?.path).toBe(provider === "anthropic" ? "/v1/messages" : "/v1/chat/completions");
    expect(JSON.stringify(request?.body.messages)).toContain(JSON.stringify(prompt));
    expect(request?.body).toMatchObject({ model: "m", stream: true });
  });

  test("shows that it is alive while it answers", async () => {
    await answerTo([{ reasoning: "hm", pieces: ["a", "b"] }], {}, provider);
    expect(asker.heard.progress[0]).toBe("hm");
  });

  test("gives a value where a schema is declared", async () => {
    const answer = [{ text: 'Sure:\n```json\n{"a":"x"}\n```' }];
    const outcome = await answerTo(answer, { schema: { ...SCHEMA, type: ["object"] } }, provider);
    expect(outcome).toMatchObject({ status: "completed", result: { a: "x" } });
  });

  test("that refuses has failed, in its words", async () => {
    const outcome = await answerTo([{ refusal: "I will not." }], { schema: SCHEMA }, provider);
    expect(outcome).toMatchObject({ status: "failed", failureReason: "llm_error", inputTokens: 11 });
    expect(outcome).toHaveProperty("error", expect.stringMatching(/the model refused.*I will not\./));
  });

  test("sends the engine's settings", async () => {
    const inference = { temperature: 0.2, maxTokens: 99, extraParams: { seed: 7, metadata: { a: [1] } } };
    await answerTo([{}], { engine: { inference } }, provider);
    expect(server.requests[0]?.body).toMatchObject({
      temperature: 0.2,
      max_tokens: 99,
      seed: 7,
      metadata: { a: [1] },
    });
  });

  test("keeps its connection for the next request", async () => {
    await serve([{}], { provider });
    await asker.ask();
    await asker.ask();
    const [first, second] = server.requests;
    expect(second?.clientPort).toBe(first?.clientPort);
  });

  test("that stops in the middle of a stream is asked again", async () => {
    const outcome = await answerTo(
      [{ cut: "mid-body", pieces: ["a", "b"] }, { text: "whole" }],
      {},
      provider,
    );
    expect(outcome).toMatchObject({ status: "completed", result: "whole" });
    expect(asker.heard.warnings).toContainEqual(expect.stringContaining("the connection broke off"));
  });
});

describe("settings", () => {
  test("reach an OpenAI-compatible server under its names", async () => {
    await answerTo([{}], { engine: { inference: { topP: 0.5, reasoningEffort: "minimal" } } });
    expect(server.requests[0]?.body).toMatchObject({ top_p: 0.5, reasoning_effort: "minimal" });
  });

  test("reach anthropic under its names", async () => {
    await answerTo([{}], { engine: { inference: { topP: 0.5, reasoningEffort: "high" } } }, "anthropic");
    expect(server.requests[0]?.body).toMatchObject({ top_p: 0.5, output_config: { effort: "high" } });
  });

  test("that a provider cannot take are said once and not sent", async () => {
    await serve([{}], { provider: "anthropic" });
    const engine = { inference: { reasoningEffort: "minimal", maxTokens: 5 } };
    await asker.ask({ engine });
    await asker.ask({ engine });
    expect(asker.heard.warnings).toEqual([expect.stringContaining('reasoningEffort "minimal" is not sent')]);
    expect(server.requests[0]?.body).not.toHaveProperty("output_config");
  });
});

describe("usage", () => {
  test.each([{ plain: true }, { plain: false }])("that is not stated is unknown, %j", async (form) => {
    const outcome = await answerTo([{ usage: null, ...form }], {
      engine: { price: { input: 1, output: 1 } },
    });
    expect(outcome).toEqual({ status: "completed", result: "ok", model: "m" });
  });

  test("of which half is stated is half known, without a cost", async () => {
    const raw = '{"choices":[{"message":{"content":"x"}}],"usage":{"completion_tokens":3}}';
    const outcome = await answerTo([{ raw }], { engine: { price: { input: 1, output: 1 } } });
    expect(outcome).toEqual({ status: "completed", result: "x", model: "m", outputTokens: 3 });
  });
});

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
    const outcome = await answerTo([{ raw, contentType }], { schema: SCHEMA });
    expect(outcome).toMatchObject({ status: "failed", failureReason: "llm_error" });
    if (contentType !== "text/event-stream")
      expect(outcome).toHaveProperty("error", expect.stringContaining(seen));
    expect(outcome).not.toHaveProperty("error", expect.stringContaining("TypeError"));
    expect(server.requests).toHaveLength(1);
  });

  test.each(BODIES)("is the provider's failure with anthropic too: %s", async (_, raw) => {
    const outcome = await answerTo([{ raw }], { schema: SCHEMA }, "anthropic");
    expect(outcome).toMatchObject({ status: "failed", failureReason: "llm_error" });
    expect(server.requests).toHaveLength(1);
  });

  test("is shown clipped", async () => {
    const outcome = await answerTo([{ raw: "x".repeat(100_000) }]);
    expect((outcome as { error: string }).error.length).toBeLessThan(600);
  });

  test("may be an error in the middle of a stream", async () => {
    const raw =
      'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: {"error":{"message":"out of memory"}}\n\n';
    const outcome = await answerTo([{ raw, contentType: "text/event-stream" }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("out of memory"),
    });
  });

  test("may be an overload that anthropic reports in its stream", async () => {
    const error = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    const raw = `event: error\ndata: ${error}\n\n`;
    const outcome = await answerTo([{ raw, contentType: "text/event-stream" }], {}, "anthropic");
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
    const outcome = await answerTo([{ raw, contentType: "text/event-stream" }], {}, provider);
    expect(outcome).toMatchObject({ status: "failed", failureReason: "llm_error" });
  });

  test("but a stream under another content type is read", async () => {
    const raw = 'data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    expect(await answerTo([{ raw, contentType: "text/plain" }])).toMatchObject({ result: "x" });
  });

  test("may be larger than is read", async () => {
    const raw = `{"choices":[{"message":{"content":"${"x".repeat(17 * 1024 * 1024)}"}}]}`;
    const outcome = await answerTo([{ raw }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("16777216 bytes"),
    });
  });
});

describe("an empty answer", () => {
  test("without a schema is no result, with a warning", async () => {
    const outcome = await answerTo([{ text: "" }]);
    expect(outcome).toEqual({ status: "completed", model: "m", inputTokens: 11, outputTokens: 7 });
    expect(asker.heard.warnings).toEqual([expect.stringContaining("answered with nothing")]);
  });

  test("with a schema is a parse error of its own words", async () => {
    expect(await answerTo([{ text: "" }], { schema: SCHEMA })).toMatchObject({
      failureReason: "parse_error",
      error: expect.stringContaining("empty"),
      outputTokens: 7,
    });
  });

  test("of a model that called a tool says so", async () => {
    expect(await answerTo([{ toolCall: { name: "ls", arguments: {} } }])).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("called a tool"),
    });
  });
});

describe("an answer that misses its schema", () => {
  test.each([
    ["parse_error", "I cannot say", "no JSON value"],
    ["parse_error", '<think>unfinished {"a":"draft"}', "<think>"],
    ["validation_error", '{"a":1}', "a: "],
    ["parse_error", '{"a":1,"a":2}', "twice"],
  ])("fails %s: %s", async (failureReason, text, said) => {
    const outcome = await answerTo([{ text }], { schema: SCHEMA });
    expect(outcome).toMatchObject({ failureReason, error: expect.stringContaining(said), inputTokens: 11 });
    expect(server.requests).toHaveLength(1);
  });

  test("because it was cut off says that", async () => {
    expect(await answerTo([{ text: '{"a":"x', finish: "length" }], { schema: SCHEMA })).toMatchObject({
      failureReason: "parse_error",
      error: expect.stringContaining("finish_reason: length"),
    });
  });
});

test("free text that is not all Unicode is made so, with a warning", async () => {
  expect(await answerTo([{ text: "a\ud800b" }])).toMatchObject({ result: "a\ufffdb" });
  expect(asker.heard.warnings).toEqual([expect.stringContaining("U+FFFD")]);
});

test("a character that is streamed in two halves is whole", async () => {
  expect(await answerTo([{ pieces: ["a\ud83d", "\ude00"] }])).toMatchObject({ result: "a\u{1f600}" });
});

test("free text that was cut off is kept, with a warning", async () => {
  expect(await answerTo([{ text: "half a sent", finish: "length" }])).toMatchObject({
    result: "half a sent",
  });
  expect(asker.heard.warnings).toEqual([expect.stringContaining("finish_reason: length")]);
});

describe("a schema", () => {
  test("is sent in the provider's JSON-schema mode, strict where every object is closed", async () => {
    await serve([{ text: '{"a":"x"}' }]);
    await asker.ask({ schema: SCHEMA });
    await asker.ask({ schema: { ...SCHEMA, additionalProperties: true } });
    const sent = server.requests.map(({ body }) => body.response_format);
    expect(sent).toMatchObject([
      { type: "json_schema", json_schema: { schema: SCHEMA, strict: true } },
      { type: "json_schema", json_schema: { strict: false } },
    ]);
  });

  test("is sent to anthropic in its own mode where the model has one", async () => {
    const engine = { model: "claude-sonnet-4-6" };
    const outcome = await answerTo([{ text: '{"a":"x"}' }], { schema: SCHEMA, engine }, "anthropic");
    expect(server.requests[0]?.body).toMatchObject({ output_config: { format: { type: "json_schema" } } });
    expect(outcome).toMatchObject({ result: { a: "x" } });
  });

  test("is answered by an anthropic model without that mode through a tool", async () => {
    const answer = [{ toolCall: { name: "json", arguments: { a: "x" } } }];
    expect(await answerTo(answer, { schema: SCHEMA }, "anthropic")).toMatchObject({ result: { a: "x" } });
    expect(server.requests[0]?.body).toMatchObject({ tools: [{ name: "json" }] });
  });

  test("is left to the prompt where the server refuses the field, for all further requests", async () => {
    await serve(({ body }) =>
      "response_format" in body
        ? { status: 400, raw: '{"error":{"message":"unknown field: response_format"}}' }
        : { text: '{"a":"x"}' },
    );
    expect(await asker.ask({ schema: SCHEMA })).toMatchObject({ result: { a: "x" } });
    expect(await asker.ask({ schema: SCHEMA })).toMatchObject({ result: { a: "x" } });
    expect(server.requests.map(({ body }) => "response_format" in body)).toEqual([true, false, false]);
    expect(asker.heard.warnings).toHaveLength(1);
  });

  test("is left to the prompt by each of several units that were refused at once", async () => {
    await serve((request) =>
      "response_format" in request.body
        ? {
            status: 422,
            raw: '{"detail":"response_format: extra inputs are not permitted"}',
            after: server.received(4),
          }
        : { text: '{"a":"x"}' },
    );
    const units = [1, 2, 3, 4].map(() => asker.ask({ schema: SCHEMA, engine: { concurrency: 4 } }));
    for (const outcome of await Promise.all(units)) expect(outcome).toMatchObject({ status: "completed" });
    expect(server.requests).toHaveLength(8);
  });
});

test("a server that refuses to be asked for usage is asked without", async () => {
  const outcome = await answerTo(({ body }) =>
    "stream_options" in body ? { status: 400, raw: '{"message":"stream_options is not allowed"}' } : {},
  );
  expect(outcome).toMatchObject({ status: "completed", result: "ok" });
});

describe("a rate limit", () => {
  test.each([429, 529])("of status %i with a stated wait is slept through once", async (status) => {
    const limit = { status, raw: "{}", headers: { "retry-after-ms": "30" } };
    const outcome = await answerTo([limit, { text: "after" }]);
    expect(outcome).toMatchObject({ status: "completed", result: "after" });
    const [first, second] = server.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(29);
    expect(asker.heard.warnings).toEqual([expect.stringContaining(`HTTP ${status}`)]);
  });

  test("that is met again after its wait ends the attempt", async () => {
    const outcome = await answerTo([{ status: 429, raw: "{}", headers: { "retry-after-ms": "1" } }]);
    expect(outcome).toMatchObject({ failureReason: "llm_rate_limit" });
    expect(server.requests).toHaveLength(2);
  });

  test("without a stated wait ends the attempt at once", async () => {
    const outcome = await answerTo([{ status: 429, raw: '{"error":{"message":"slow down"}}' }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_rate_limit",
      error: expect.stringMatching(/slow down.*names no time/),
    });
    expect(server.requests).toHaveLength(1);
  });

  test("with a long wait ends the attempt at once and names the time", async () => {
    const outcome = await answerTo([{ status: 429, raw: "{}", headers: { "retry-after": "3600" } }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_rate_limit",
      error: expect.stringContaining("in 60 minutes"),
    });
    expect(server.requests).toHaveLength(1);
  });

  test("that is waited for can be cancelled", async () => {
    await serve([{ status: 429, raw: "{}", headers: { "retry-after": "50" } }]);
    const stop = new AbortController();
    const asked = asker.ask({ signal: stop.signal });
    await server.received(1);
    await server.requests[0]?.ended;
    stop.abort();
    expect(await asked).toMatchObject({ failureReason: "aborted" });
  });
});

describe("a failing server", () => {
  test("is asked three times in an attempt, later each time", async () => {
    const outcome = await answerTo([{ status: 500, raw: "{}" }]);
    expect(outcome).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("3 times in a row"),
    });
    const [first = 0, second = 0, third = 0] = server.requests.map(({ at }) => at);
    expect(server.requests).toHaveLength(3);
    expect(third - second).toBeGreaterThan(second - first);
    expect(asker.heard.warnings).toHaveLength(2);
  });

  test.each([{ status: 503, raw: "busy" }, { cut: "before-headers" as const }])(
    "that recovers is not noticed by the unit: %j",
    async (answer) => {
      expect(await answerTo([answer, { text: "well" }])).toMatchObject({
        status: "completed",
        result: "well",
      });
    },
  );

  test("that is not there is said with its address", async () => {
    await serve([]);
    await server.close();
    expect(await asker.ask()).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringMatching(/no connection to 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/),
    });
  });

  test.each([400, 401, 403, 404, 409, 422])("that answers %i is asked once", async (status) => {
    const outcome = await answerTo([{ status, raw: "{}" }], { schema: SCHEMA });
    expect(outcome).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining(`HTTP ${status}`),
    });
    expect(server.requests).toHaveLength(1);
  });

  test("that redirects is not followed, so that the key stays where it was meant for", async () => {
    await serve([{ status: 307, raw: "", headers: { location: "https://elsewhere.test/v1" } }], {
      environment: { AKM_ENGINE_STUB_API_KEY: "sk-secret" },
    });
    expect(await asker.ask()).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("redirects to https://elsewhere.test/v1"),
    });
  });
});

describe("an attempt that ends early", () => {
  test.each(["before-headers", "mid-body"] as const)(
    "closes its connection when cancelled, %s",
    async (hang) => {
      await serve([{ hang, pieces: ["a", "b"] }]);
      const stop = new AbortController();
      const asked = asker.ask({ signal: stop.signal });
      await server.received(1);
      stop.abort();
      expect(await asked).toMatchObject({ status: "failed", failureReason: "aborted" });
      expect(await server.requests[0]?.ended).toBe("closed-early");
    },
  );

  test.each(["before-headers", "mid-body"] as const)(
    "closes its connection at its timeout, %s",
    async (hang) => {
      const outcome = await answerTo([{ hang, pieces: ["a", "b"] }], { timeoutMs: 500 });
      expect(outcome).toMatchObject({ failureReason: "timeout", error: expect.stringContaining("500 ms") });
      expect(await server.requests[0]?.ended).toBe("closed-early");
    },
  );

  test("before it began sends nothing", async () => {
    expect(await answerTo([{}], { signal: AbortSignal.abort() })).toMatchObject({ failureReason: "aborted" });
    expect(server.requests).toHaveLength(0);
  });

  test("in the middle of an error closes the connection too", async () => {
    const raw = 'data: {"error":"no"}\n\n';
    await serve([{ raw: raw + raw, contentType: "text/event-stream", hang: "mid-body" }]);
    await asker.ask();
    expect(await server.requests[0]?.ended).toBe("closed-early");
  });
});

describe("a key", () => {
  const KEY = "sk-very-secret-key";

  test.each([
    ["openai-compatible" as const, `Bearer ${KEY}`],
    ["anthropic" as const, KEY],
  ])("of %s is read at dispatch from the variable the engine names", async (provider, auth) => {
    await serve([{}], { provider, environment: { MY_KEY: `${KEY}\n`, AKM_ENGINE_STUB_API_KEY: "other" } });
    await asker.ask({ engine: { apiKeyVariable: "MY_KEY" } });
    expect(server.requests[0]?.auth).toBe(auth);
  });

  test("is read from the engine's own variable where it names none", async () => {
    await serve([{}], { environment: { AKM_ENGINE_MY_STUB_API_KEY: KEY } });
    await asker.ask({ engine: { name: "my-stub" } });
    expect(server.requests[0]?.auth).toBe(`Bearer ${KEY}`);
  });

  test.each(PROVIDERS)("that nobody asks for is not sent to %s", async (provider) => {
    const inherited = process.env.ANTHROPIC_API_KEY;
    process.env.ANTHROPIC_API_KEY = KEY;
    try {
      await serve([{}], { provider });
      await asker.ask();
      expect(server.requests[0]?.auth).toBeUndefined();
    } finally {
      if (inherited === undefined) delete process.env.ANTHROPIC_API_KEY;
      else process.env.ANTHROPIC_API_KEY = inherited;
    }
  });

  test("that is named and missing fails before anything is sent", async () => {
    const outcome = await answerTo([{}], { engine: { apiKeyVariable: "MY_KEY" } });
    expect(outcome).toMatchObject({
      failureReason: "env_unresolved",
      error: expect.stringMatching(/MY_KEY nor AKM_ENGINE_STUB_API_KEY/),
    });
    expect(server.requests).toHaveLength(0);
  });

  test.each([
    ["that is wrong", { AKM_ENGINE_STUB_API_KEY: KEY }, "The key is that of AKM_ENGINE_STUB_API_KEY"],
    ["that is needed and not there", {}, "No key was sent; AKM_ENGINE_STUB_API_KEY is not set"],
  ])("%s is told by its variable", async (_, environment, said) => {
    await serve([{ status: 401, raw: "{}" }], { environment });
    expect(await asker.ask()).toMatchObject({ error: expect.stringContaining(said) });
  });

  test("that no header can carry is not shown", async () => {
    await serve([{}], { environment: { AKM_ENGINE_STUB_API_KEY: "sk-a\nb" } });
    const outcome = await asker.ask();
    expect(outcome).toMatchObject({ failureReason: "env_unresolved" });
    expect(JSON.stringify(outcome)).not.toContain("sk-a");
  });

  test.each([
    ["an error", { status: 401, raw: `{"error":{"message":"bad key ${KEY}"}}` }],
    ["a page", { raw: `<p>${" ".repeat(150)}${KEY}</p>` }],
    ["a redirect", { status: 302, raw: "", headers: { location: `http://x.test/?k=${KEY}` } }],
    ["a failing server", { status: 500, raw: KEY }],
    ["an answer that is not JSON", { text: `I know ${KEY}` }],
    ["a wrong answer", { text: JSON.stringify({ [KEY]: 1 }) }],
    ["a refusal", { refusal: KEY }],
  ])("is in no message about %s", async (_, answer) => {
    await serve([answer], { environment: { AKM_ENGINE_STUB_API_KEY: KEY } });
    const outcome = await asker.ask({ schema: SCHEMA });
    expect(outcome.status).toBe("failed");
    expect(JSON.stringify([outcome, asker.heard])).not.toContain("very-secret");
  });
});

test("what the run's redactor knows is in no message either", async () => {
  const redact = (text: string) => text.replaceAll("hunter2", "***");
  const outcome = await answerTo([{ status: 400, raw: '{"message":"no hunter2"}' }], { redact });
  expect(outcome).toMatchObject({ error: expect.stringContaining("no ***") });
});

test("a prompt over 256 KiB is refused with the size of its parts", async () => {
  const outcome = await answerTo([{}], { prompt: "ü".repeat(128 * 1024 + 1) });
  expect(outcome).toMatchObject({
    failureReason: "llm_error",
    error: expect.stringContaining("instructions 262146"),
  });
  expect(server.requests).toHaveLength(0);
  expect(await asker.ask({ prompt: "ü".repeat(128 * 1024) })).toMatchObject({ status: "completed" });
});

describe("the engine's concurrency", () => {
  test.each([1, 4])("of %i holds over a fan-out of 64", async (concurrency) => {
    await serve(({ index }) => (index < concurrency ? { after: server.received(concurrency) } : {}));
    const units = Array.from({ length: 64 }, () => asker.ask({ engine: { concurrency } }));
    for (const outcome of await Promise.all(units)) expect(outcome).toMatchObject({ status: "completed" });
    expect(server.requests).toHaveLength(64);
    expect(server.peak).toBe(concurrency);
  });

  test("keeps the timeout from running before the unit's turn", async () => {
    await serve(({ index }) => (index === 0 ? { delayMs: 1200 } : {}));
    const first = asker.ask();
    const second = asker.ask({ timeoutMs: 1000 });
    expect(await first).toMatchObject({ status: "completed" });
    expect(await second).toMatchObject({ status: "completed" });
  });

  test("can be waited for no longer", async () => {
    await serve([{ hang: "before-headers" }]);
    const stop = new AbortController();
    const units = [1, 2, 3].map(() => asker.ask({ signal: stop.signal }));
    await server.received(1);
    stop.abort();
    for (const outcome of await Promise.all(units))
      expect(outcome).toMatchObject({ failureReason: "aborted" });
    expect(server.requests).toHaveLength(1);
  });
});
