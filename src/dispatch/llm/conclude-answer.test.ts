import { afterEach, describe, expect, test } from "vitest";
import { LlmBench, OBJECT_SCHEMA } from "../../../test/rig/llm-bench.ts";

const bench = new LlmBench();

afterEach(() => bench.close());

describe("usage", () => {
  test.each([{ plain: true }, { plain: false }])("that is not stated is unknown, %j", async (form) => {
    const outcome = await bench.answerTo([{ usage: null, ...form }], {
      engine: { price: { input: 1, output: 1 } },
    });
    expect(outcome).toEqual({ status: "completed", result: "ok", model: "m" });
  });

  test("of which half is stated is half known, without a cost", async () => {
    const raw = '{"choices":[{"message":{"content":"x"}}],"usage":{"completion_tokens":3}}';
    const outcome = await bench.answerTo([{ raw }], { engine: { price: { input: 1, output: 1 } } });
    expect(outcome).toEqual({ status: "completed", result: "x", model: "m", outputTokens: 3 });
  });
});

describe("an empty answer", () => {
  // shows: schema-288a
  test("without a schema is no result, with a warning", async () => {
    const outcome = await bench.answerTo([{ text: "" }]);
    expect(outcome).toEqual({ status: "completed", model: "m", inputTokens: 11, outputTokens: 7 });
    expect(bench.heard.warnings).toEqual([expect.stringContaining("the answer is empty")]);
  });

  // shows: schema-288e
  test("with a schema is a parse error of its own words", async () => {
    expect(await bench.answerTo([{ text: "" }], { schema: OBJECT_SCHEMA })).toMatchObject({
      failureReason: "parse_error",
      error: expect.stringContaining("empty"),
      outputTokens: 7,
    });
  });

  test("of a model that called a tool says so", async () => {
    expect(await bench.answerTo([{ toolCall: { name: "ls", arguments: {} } }])).toMatchObject({
      failureReason: "llm_error",
      error: expect.stringContaining("called a tool"),
    });
  });
});

describe("an answer that misses its schema", () => {
  // shows: schema-573a
  test.each([
    ["parse_error", "I cannot say", "no JSON value"],
    ["parse_error", '<think>unfinished {"a":"draft"}', "<think>"],
    ["validation_error", '{"a":1}', "a: "],
    ["parse_error", '{"a":1,"a":2}', "twice"],
  ])("fails %s: %s", async (failureReason, text, said) => {
    const outcome = await bench.answerTo([{ text }], { schema: OBJECT_SCHEMA });
    expect(outcome).toMatchObject({ failureReason, error: expect.stringContaining(said), inputTokens: 11 });
    expect(bench.server.requests).toHaveLength(1);
  });

  test("because it was cut off says that", async () => {
    expect(
      await bench.answerTo([{ text: '{"a":"x', finish: "length" }], { schema: OBJECT_SCHEMA }),
    ).toMatchObject({
      failureReason: "parse_error",
      error: expect.stringContaining("finish_reason: length"),
    });
  });
});

test("free text that is not all Unicode is made so, with a warning", async () => {
  expect(await bench.answerTo([{ text: "a\ud800b" }])).toMatchObject({ result: "a\ufffdb" });
  expect(bench.heard.warnings).toEqual([expect.stringContaining("U+FFFD")]);
});

test("a character that is streamed in two halves is whole", async () => {
  expect(await bench.answerTo([{ pieces: ["a\ud83d", "\ude00"] }])).toMatchObject({ result: "a\u{1f600}" });
});

test("a value that fits although the answer was cut off is kept, with a warning", async () => {
  const outcome = await bench.answerTo([{ text: '{"a":"x"}', finish: "length" }], { schema: OBJECT_SCHEMA });
  expect(outcome).toMatchObject({ result: { a: "x" } });
  expect(bench.heard.warnings).toEqual([expect.stringContaining("finish_reason: length")]);
});

test("free text that was cut off is kept, with a warning", async () => {
  expect(await bench.answerTo([{ text: "half a sent", finish: "length" }])).toMatchObject({
    result: "half a sent",
  });
  expect(bench.heard.warnings).toEqual([expect.stringContaining("finish_reason: length")]);
});
