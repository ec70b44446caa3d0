import {
  AGENT_PLATFORMS,
  CONCURRENCY_MAX,
  CONCURRENCY_MIN,
  ENGINE_NAME_CHARS_MAX,
  ENGINE_NAME_PATTERN,
  ENGINE_NAME_RESERVED_PREFIX,
  ENV_NAME_PATTERN,
  INFERENCE_SETTINGS,
  type InferenceSetting,
  LLM_PROVIDERS,
} from "../contract/index.ts";
import { compact } from "../lib/compact.ts";
import type { FrozenAgentEngine, FrozenEngine, FrozenLlmEngine, Inference, Price } from "./engine.ts";
import { nulProblem, type StoredObject, type StoredValue, type TextRule } from "./stored-value.ts";

const ENGINE_NAME: TextRule = {
  charsMax: ENGINE_NAME_CHARS_MAX,
  pattern: ENGINE_NAME_PATTERN,
  problem: (name) => (name.startsWith(ENGINE_NAME_RESERVED_PREFIX) ? "is a name of akm's own" : undefined),
};
const ENDPOINT: TextRule = {
  problem: (text) =>
    /^https?:\/\//i.test(text) && URL.canParse(text) ? undefined : "must be an http(s) URL",
};
const VARIABLE: TextRule = { pattern: ENV_NAME_PATTERN };
const WORD: TextRule = { bytesMin: 0, problem: nulProblem };

export function decodeEngine(engine: StoredObject): FrozenEngine {
  return engine.required("kind").oneOf(["llm", "agent"]) === "llm"
    ? decodeLlmEngine(engine)
    : decodeAgentEngine(engine);
}

function decodeLlmEngine(engine: StoredObject): FrozenLlmEngine {
  return {
    kind: "llm",
    name: engine.required("name").text(ENGINE_NAME),
    provider: engine.required("provider").oneOf(LLM_PROVIDERS),
    endpoint: engine.required("endpoint").text(ENDPOINT),
    model: engine.required("model").text(),
    inference: engine.required("inference").object(decodeInference),
    concurrency: engine.required("concurrency").wholeNumber(CONCURRENCY_MIN, CONCURRENCY_MAX),
    ...compact({
      apiKeyVariable: engine.optional("apiKeyVariable")?.text(VARIABLE),
      price: engine.optional("price")?.object(decodePrice),
    }),
  };
}

function decodeInference(inference: StoredObject): Inference {
  const setting = (name: InferenceSetting) => inference.optional(name)?.satisfying(INFERENCE_SETTINGS[name]);
  return compact({
    temperature: setting("temperature"),
    maxTokens: setting("maxTokens"),
    topP: setting("topP"),
    reasoningEffort: setting("reasoningEffort"),
    extraParams: setting("extraParams"),
  }) as Inference;
}

function decodePrice(price: StoredObject): Price {
  return { input: price.required("input").amount(), output: price.required("output").amount() };
}

function decodeAgentEngine(engine: StoredObject): FrozenAgentEngine {
  return {
    kind: "agent",
    name: engine.required("name").text(ENGINE_NAME),
    platform: engine.required("platform").oneOf(AGENT_PLATFORMS),
    args: words(engine.required("args")),
    envPassthrough: engine
      .required("envPassthrough")
      .array()
      .map((name) => name.text(VARIABLE)),
    ...compact({
      bin: engine.optional("bin")?.text({ problem: nulProblem }),
      model: engine.optional("model")?.text({ problem: nulProblem }),
      llmEngine: engine.optional("llmEngine")?.object(decodeServer),
      custom: engine.optional("custom")?.object(decodeCustom),
    }),
  };
}

function decodeServer(engine: StoredObject): FrozenLlmEngine {
  engine.required("kind").oneOf(["llm"]);
  return decodeLlmEngine(engine);
}

function words(stored: StoredValue): string[] {
  return stored.array().map((word) => word.text(WORD));
}

type Custom = NonNullable<FrozenAgentEngine["custom"]>;

function decodeCustom(custom: StoredObject): Custom {
  return {
    prompt: custom.required("prompt").oneOf(["stdin", "arg"]),
    output: decodeCustomOutput(custom.required("output")),
  };
}

function decodeCustomOutput(stored: StoredValue): Custom["output"] {
  if (stored.isText()) return stored.oneOf<"text">(["text"]);
  return stored.object((output) => ({
    json: output.required("json").text(),
    ...compact({
      usage: output.optional("usage")?.object((usage) => ({
        input: usage.required("input").text(),
        output: usage.required("output").text(),
      })),
    }),
  }));
}
