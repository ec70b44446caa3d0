import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../contract/index.ts";
import { checkConfig } from "../config-schema.ts";

/** Put together, as it would look like a template gone wrong. */
const IN_BRACES = ["$", "{MY_KEY}"].join("");

const LLM: JsonObject = { kind: "llm", endpoint: "http://127.0.0.1:1/v1/chat/completions", model: "m" };
const AGENT: JsonObject = { kind: "agent", platform: "claude" };
const CUSTOM: JsonObject = { kind: "agent", platform: "custom", bin: "my-agent" };

function problemsOf(engine: JsonObject): string[] {
  const checked = checkConfig({ engines: { x: engine } });
  return checked.ok ? [] : checked.problems;
}

describe("an engine is taken", () => {
  test.each<[string, JsonObject]>([
    ["with what it must have alone", LLM],
    ["with a key by the name of its variable", { ...LLM, apiKey: "$MY_KEY" }],
    ["with that name in braces", { ...LLM, apiKey: IN_BRACES }],
    [
      "with every setting a model has",
      {
        ...LLM,
        provider: "openai-compatible",
        concurrency: 64,
        timeoutMs: 1,
        temperature: 0,
        maxTokens: 1,
        topP: 1,
        reasoningEffort: "high",
        extraParams: { seed: 1 },
        price: { input: 0.15, output: 0 },
      },
    ],
    ["of Anthropic's own kind", { ...LLM, provider: "anthropic", endpoint: "https://h/v1/messages" }],
    ["that is an agent", AGENT],
    [
      "with every setting an agent has",
      { ...AGENT, bin: "/opt/c", args: ["", "-v"], model: "m", timeoutMs: 5, envPassthrough: ["A"] },
    ],
    ["that talks to a model server", { ...AGENT, platform: "opencode-sdk", llmEngine: "local" }],
    ["that speaks the protocol", { ...AGENT, platform: "acp", bin: "my-agent" }],
    ["that is any program", { ...CUSTOM, prompt: "arg", output: "text" }],
    [
      "whose answer holds what is wanted",
      { ...CUSTOM, output: { json: "a.b", usage: { input: "u.i", output: "u.o" } } },
    ],
  ])("%s", (_what, engine) => {
    expect(problemsOf(engine)).toEqual([]);
  });
});

describe("an engine is refused", () => {
  const { endpoint: _, ...noEndpoint } = LLM;
  const { bin: __, ...noBin } = CUSTOM;

  test.each<[string, JsonObject, RegExp]>([
    ["without a kind", { platform: "claude" }, /^engines\.x\.kind must be llm or agent$/],
    ["of no kind there is", { kind: "human" }, /^engines\.x\.kind must be llm or agent$/],
    ["without its endpoint", noEndpoint, /^engines\.x\.endpoint is missing$/],
    [
      "with half an endpoint",
      { ...LLM, endpoint: "http://h:1/v1" },
      /endpoint must end in .* did you mean http:\/\/h:1\/v1\/chat\/completions\?/,
    ],
    ["with an empty model", { ...LLM, model: "" }, /^engines\.x\.model must not be empty$/],
    [
      "with a key in the open",
      { ...LLM, apiKey: "sk-s3cret" },
      /^engines\.x\.apiKey must be a \$ and the name/,
    ],
    ["with half a variable", { ...LLM, apiKey: "${A" }, /apiKey/],
    [
      "with a mistyped key",
      { ...LLM, modle: "m" },
      /^unknown key engines\.x\.modle; did you mean engines\.x\.model\?/,
    ],
    ["with an agent's key", { ...LLM, bin: "b" }, /^unknown key engines\.x\.bin; known here: .*endpoint/],
    ["too wide", { ...LLM, concurrency: 65 }, /concurrency must be from 1 to 64/],
    ["with a timeout of nothing", { ...LLM, timeoutMs: 0 }, /timeoutMs must be 1 or more/],
    ["with a setting that cannot be", { ...LLM, temperature: "hot" }, /temperature is not right: .*number/],
    [
      "with a price below nothing",
      { ...LLM, price: { input: -1, output: 0 } },
      /price\.input must be 0 or more/,
    ],
    ["with half a price", { ...LLM, price: { input: 1 } }, /price\.output is missing/],
    ["without its platform", { kind: "agent" }, /^engines\.x\.platform is missing$/],
    ["of no platform there is", { ...AGENT, platform: "emacs" }, /platform must be one of claude, codex/],
    [
      "with a model's key",
      { ...AGENT, endpoint: "u" },
      /^unknown key engines\.x\.endpoint; known here: .*platform/,
    ],
    ["with a NUL in an argument", { ...AGENT, args: ["a\0"] }, /args\[0\] must hold no NUL/],
    ["that passes on no name", { ...AGENT, envPassthrough: ["A=1"] }, /envPassthrough\[0\] must be the name/],
    [
      "with another platform's server",
      { ...AGENT, llmEngine: "local" },
      /llmEngine is for platform opencode-sdk alone/,
    ],
    ["with another platform's prompt", { ...AGENT, prompt: "arg" }, /prompt is for platform custom alone/],
    ["any program without one", noBin, /bin is needed: platform custom/],
    ["with an answer of no kind", { ...CUSTOM, output: "yaml" }, /^engines\.x\.output /],
  ])("%s", (_what, engine, problem) => {
    const problems = problemsOf(engine);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems.join()).not.toContain("s3cret");
  });

  test("for everything that is wrong with it at once", () => {
    expect(problemsOf({ ...LLM, model: "", concurrency: 0 })).toHaveLength(2);
  });
});
