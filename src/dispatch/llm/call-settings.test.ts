import { afterEach, describe, expect, test } from "vitest";
import { LlmBench, OBJECT_SCHEMA } from "../../../test/rig/llm-bench.ts";

const bench = new LlmBench();

afterEach(() => bench.close());

describe("settings", () => {
  test("reach an OpenAI-compatible server under its names", async () => {
    await bench.answerTo([{}], { engine: { inference: { topP: 0.5, reasoningEffort: "minimal" } } });
    expect(bench.server.requests[0]?.body).toMatchObject({ top_p: 0.5, reasoning_effort: "minimal" });
  });

  test("reach anthropic under its names", async () => {
    await bench.answerTo(
      [{}],
      { engine: { inference: { topP: 0.5, reasoningEffort: "high" } } },
      "anthropic",
    );
    expect(bench.server.requests[0]?.body).toMatchObject({ top_p: 0.5, output_config: { effort: "high" } });
  });

  test("that a provider cannot take are said once and not sent", async () => {
    await bench.serve([{}], { provider: "anthropic" });
    const engine = { inference: { reasoningEffort: "minimal", maxTokens: 5 } };
    await bench.ask({ engine });
    await bench.ask({ engine });
    expect(bench.heard.warnings).toEqual([expect.stringContaining('reasoningEffort "minimal" is not sent')]);
    expect(bench.server.requests[0]?.body).not.toHaveProperty("output_config");
  });
});

describe("a schema", () => {
  test("is sent in the provider's JSON-schema mode, strict where every object is closed", async () => {
    await bench.serve([{ text: '{"a":"x"}' }]);
    await bench.ask({ schema: OBJECT_SCHEMA });
    await bench.ask({ schema: { ...OBJECT_SCHEMA, additionalProperties: true } });
    const sent = bench.server.requests.map(({ body }) => body.response_format);
    expect(sent).toMatchObject([
      { type: "json_schema", json_schema: { schema: OBJECT_SCHEMA, strict: true } },
      { type: "json_schema", json_schema: { strict: false } },
    ]);
  });

  test("is sent to anthropic in its own mode where the model has one", async () => {
    const engine = { model: "claude-sonnet-4-6" };
    const outcome = await bench.answerTo(
      [{ text: '{"a":"x"}' }],
      { schema: OBJECT_SCHEMA, engine },
      "anthropic",
    );
    expect(bench.server.requests[0]?.body).toMatchObject({
      output_config: { format: { type: "json_schema" } },
    });
    expect(outcome).toMatchObject({ result: { a: "x" } });
  });

  test("is answered by an anthropic model without that mode through a tool", async () => {
    const answer = [{ toolCall: { name: "json", arguments: { a: "x" } } }];
    expect(await bench.answerTo(answer, { schema: OBJECT_SCHEMA }, "anthropic")).toMatchObject({
      result: { a: "x" },
    });
    expect(bench.server.requests[0]?.body).toMatchObject({ tools: [{ name: "json" }] });
  });

  test("is left to the prompt where the server refuses the field, for all further requests", async () => {
    await bench.serve(({ body }) =>
      "response_format" in body
        ? { status: 400, raw: '{"error":{"message":"unknown field: response_format"}}' }
        : { text: '{"a":"x"}' },
    );
    expect(await bench.ask({ schema: OBJECT_SCHEMA })).toMatchObject({ result: { a: "x" } });
    expect(await bench.ask({ schema: OBJECT_SCHEMA })).toMatchObject({ result: { a: "x" } });
    expect(bench.server.requests.map(({ body }) => "response_format" in body)).toEqual([true, false, false]);
    expect(bench.heard.warnings).toHaveLength(1);
  });

  test("is left to the prompt by each of several units that were refused at once", async () => {
    await bench.serve((request) =>
      "response_format" in request.body
        ? {
            status: 422,
            raw: '{"detail":"response_format: extra inputs are not permitted"}',
            after: bench.server.received(4),
          }
        : { text: '{"a":"x"}' },
    );
    const units = [1, 2, 3, 4].map(() => bench.ask({ schema: OBJECT_SCHEMA, engine: { concurrency: 4 } }));
    for (const outcome of await Promise.all(units)) expect(outcome).toMatchObject({ status: "completed" });
    expect(bench.server.requests).toHaveLength(8);
  });
});

test("a server that refuses to be asked for usage is asked without", async () => {
  const outcome = await bench.answerTo(({ body }) =>
    "stream_options" in body ? { status: 400, raw: '{"message":"stream_options is not allowed"}' } : {},
  );
  expect(outcome).toMatchObject({ status: "completed", result: "ok" });
});
