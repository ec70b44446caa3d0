import { describe, expect, test } from "vitest";
import { EngineHome } from "../engines/engine-home.ts";
import type { ShownUnit } from "../rig/akm-home.ts";
import type { ScriptedAnswer } from "../rig/model-server.ts";

interface Outcome {
  /** What the unit made, or why it failed. */
  end: unknown;
  /** How often its model was asked. */
  requests: number;
  error: string;
}

/** What came of units whose model answers each with one of the answers, whatever it is told. */
async function outcomes(schema: string, answers: readonly ScriptedAnswer[]): Promise<Outcome[]> {
  const asked = answers.map(() => 0);
  const home = await EngineHome.open((request) => {
    // Alone on its line stands the unit's own item; its params name all of them.
    const index = Number(/\\n\\"case-(\d+)\\"\\n/.exec(request.bodyText)?.[1]);
    asked[index] = (asked[index] ?? 0) + 1;
    return answers[index] ?? {};
  });
  home.source(
    "ask",
    `params: { cases: { type: array } }\nsteps:\n  - id: s\n    map:\n      over: params.cases\n      unit: { output: ${schema}, on_error: continue }`,
    "## s\n\nAnswer.",
  );
  const items = answers.map((_, index) => `case-${index}`);
  const end = await home.go("workflows/ask", "--cases", JSON.stringify(items));
  expect(end.stderr).not.toMatch(/TypeError|NaN/);
  const { units } = (await home.call("workflow", "status", end.json().run.id, "--units")).json();
  return answers.map((_, index) => ({ ...lastOf(units, index), requests: asked[index] ?? 0 }));
}

function lastOf(
  units: readonly (ShownUnit & { error?: string })[],
  index: number,
): Omit<Outcome, "requests"> {
  const last = units.filter(({ itemIndex }) => itemIndex === index).at(-1);
  const { status, failureReason, result, error = "" } = last ?? {};
  return { end: status === "completed" ? result : failureReason, error: String(error) };
}

async function endsOf(schema: string, rows: readonly [string, unknown][]): Promise<unknown[]> {
  const answers = rows.map(([text]) => ({ text }));
  return (await outcomes(schema, answers)).map(({ end }) => end);
}

const TEXT_A =
  "{ type: object, additionalProperties: false, properties: { a: { type: string } }, required: [a] }";
const NUMBER_A = "{ type: object, additionalProperties: false, properties: { a: { type: number } } }";

describe("a model's answer", () => {
  test("is what follows its thoughts, never a draft inside them", async () => {
    const rows: [string, unknown][] = [
      ['<think>maybe {"a":"draft"}</think>\n{"a":"final"}', { a: "final" }],
      ['thoughts without opening tag {"a":"draft"}</think>{"a":"final"}', { a: "final" }],
      ['<think>unfinished {"a":"draft"}', "parse_error"],
      ['{"a":"say <think> literally </think>"}', { a: "say <think> literally </think>" }],
    ];
    expect(await endsOf(TEXT_A, rows)).toEqual(rows.map(([, end]) => end));
  });

  test("is one JSON value by the letter, and no key of it is lost", async () => {
    const rows: [string, unknown][] = [
      ['{"a":1}', { a: 1 }],
      ['{"a":NaN}', "parse_error"],
      ['{"a":1e400}', "parse_error"],
      ['{"a":9007199254740993}', "parse_error"],
      ['{"a":1,"a":2}', "parse_error"],
      ['{"a":1,}', "parse_error"],
      // A model may chat around its answer, and its last word counts.
      ['{"a":1}x', { a: 1 }],
      ['{"a":1}\n{"a":2}', { a: 2 }],
      ['\ufeff{"a":1}', { a: 1 }],
      ['{"__proto__":{"a":1}}', "validation_error"],
      ['{"a":1,"__proto__":{"polluted":1}}', "validation_error"],
      ['{"constructor":1}', "validation_error"],
    ];
    expect(await endsOf(NUMBER_A, rows)).toEqual(rows.map(([, end]) => end));
    expect(await endsOf("{ type: string }", [['"\\ud800"', 0]])).toEqual(["parse_error"]);
  });
});

describe("an answer of HTTP status 200 that is none", () => {
  test("is the provider's failure, shown as it began, and the model is not asked to mend it", async () => {
    const bodies = [
      ['{"object":"error","message":"no such model"}', "no such model"],
      ["<html>login</html>", "<html>login</html>"],
      ["", "nothing"],
      ['{"choices":[]}', "choices"],
      ['{"choices":[{"message":{"content":null,"tool_calls":[]}}]}', "no content"],
    ] as const;
    const answers = bodies.map(([raw]) => ({ raw }));
    for (const [index, { end, requests, error }] of (await outcomes(NUMBER_A, answers)).entries()) {
      expect([end, requests]).toEqual(["llm_error", 1]);
      expect(error).toContain(bodies[index]?.[1]);
    }
  });

  test("is an answer where it only lacks its usage, which is then unknown", async () => {
    const home = await EngineHome.open([
      { raw: '{"choices":[{"message":{"role":"assistant","content":"hello"},"finish_reason":"stop"}]}' },
    ]);
    home.source("ask", "steps:\n  - id: s", "## s\n\nGreet.");
    const end = await home.go("workflows/ask");
    expect(end.json()).toMatchObject({
      done: true,
      workflow: { steps: [{ evidence: { output: "hello" } }] },
    });
    const { units } = (await home.call("workflow", "status", end.json().run.id, "--units")).json();
    expect(units).toMatchObject([{ inputTokens: null, outputTokens: null }]);
  });
});

test.each(["/v1", "/v1/", "", "/v1/chat/completions/"])(
  "the endpoint written as …%s is refused with the one form there is, and that is the path asked",
  async (spelling) => {
    const home = await EngineHome.open([{ text: "ok" }]);
    const { origin, chatCompletions } = home.server.urls;
    const engine = { kind: "llm", endpoint: `${origin}${spelling}`, model: "m" };
    home.configure({ engines: { stub: engine }, defaults: { engine: "stub" } });
    home.source("ask", "steps:\n  - id: s", "## s\n\nAsk.");
    const refused = await home.go("workflows/ask");
    expect([refused.status, refused.error().code]).toEqual([78, "INVALID_CONFIG_FILE"]);
    expect(refused.error().error).toContain(`did you mean ${chatCompletions}?`);
    home.configure({
      engines: { stub: { ...engine, endpoint: chatCompletions } },
      defaults: { engine: "stub" },
    });
    expect((await home.go("workflows/ask")).status).toBe(0);
    expect(home.server.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
  },
);

describe("a unit retried on a rate limit", () => {
  const RETRIED = "steps:\n  - id: s\n    unit: { retry: { max: 2, on: [llm_rate_limit] } }";

  test.each([
    [429, 3, ["llm_rate_limit", "llm_rate_limit", "llm_rate_limit"]],
    [529, 3, ["llm_rate_limit", "llm_rate_limit", "llm_rate_limit"]],
    // What a server breaks is asked for three times within an attempt, and no policy here tries another.
    [500, 3, ["llm_error"]],
    [401, 1, ["llm_error"]],
    [400, 1, ["llm_error"]],
  ])("that is answered %i is asked %i times in all", async (status, requests, attempts) => {
    const home = await EngineHome.open([{ status, raw: "{}" }]);
    home.source("r", RETRIED, "## s\n\nAsk.");
    const end = await home.go("workflows/r");
    expect(end.status).toBe(1);
    expect(home.server.requests).toHaveLength(requests);
    const { units } = (await home.call("workflow", "status", end.json().run.id, "--units")).json();
    expect(units.map(({ failureReason }) => failureReason)).toEqual(attempts);
    const [first = 0, second = 0, third = 0] = home.server.requests.map(({ at }) => at);
    if (requests > 1) expect(third - second).toBeGreaterThan(second - first);
  });
});
