import { z } from "zod";
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
  type Json,
  LLM_PROVIDERS,
  TIMEOUT_MS_MAX,
  TIMEOUT_MS_MIN,
} from "../../contract/index.ts";
import { listErrors, validate } from "../../lib/index.ts";
import { endpointProblem } from "./endpoint.ts";

export const engineName = z
  .string()
  .regex(ENGINE_NAME_PATTERN, "must be lower-case words joined by single hyphens")
  .max(ENGINE_NAME_CHARS_MAX, `must have at most ${ENGINE_NAME_CHARS_MAX} characters`)
  .refine(
    (name) => !name.startsWith(ENGINE_NAME_RESERVED_PREFIX),
    `must not begin with ${ENGINE_NAME_RESERVED_PREFIX}`,
  );

const text = z.string().min(1, "must not be empty");
const argument = z.string().refine((word) => !word.includes("\0"), "must hold no NUL character");
const program = argument.min(1, "must not be empty");
const amount = z.number().min(0, "must be 0 or more");
const timeoutMs = z
  .int("must be a whole number of milliseconds")
  .min(TIMEOUT_MS_MIN, `must be ${TIMEOUT_MS_MIN} or more`)
  .max(TIMEOUT_MS_MAX, `must be at most ${TIMEOUT_MS_MAX}`);
const concurrency = z
  .int("must be a whole number")
  .min(CONCURRENCY_MIN, `must be from ${CONCURRENCY_MIN} to ${CONCURRENCY_MAX}`)
  .max(CONCURRENCY_MAX, `must be from ${CONCURRENCY_MIN} to ${CONCURRENCY_MAX}`);

/** A key itself is refused unseen: it would lie in the file for all to read. */
const apiKey = z
  .string()
  .regex(
    /^\$(?:[A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_]*\})$/,
    "must be a $ and the name of the variable that holds the key, such as $MY_KEY; keys themselves are never stored",
  );

const llmEngine = z
  .strictObject({
    kind: z.literal("llm"),
    endpoint: z.string(),
    model: text,
    provider: z.enum(LLM_PROVIDERS, `must be one of ${LLM_PROVIDERS.join(", ")}`).optional(),
    apiKey: apiKey.optional(),
    concurrency: concurrency.optional(),
    timeoutMs: timeoutMs.optional(),
    temperature: inferenceSetting("temperature"),
    maxTokens: inferenceSetting("maxTokens"),
    topP: inferenceSetting("topP"),
    reasoningEffort: inferenceSetting("reasoningEffort"),
    extraParams: inferenceSetting("extraParams"),
    price: z.strictObject({ input: amount, output: amount }).optional(),
  })
  .superRefine(({ endpoint, provider = "openai-compatible" }, context) => {
    const message = endpointProblem(endpoint, provider);
    if (message !== undefined) context.addIssue({ code: "custom", path: ["endpoint"], message });
  });

const agentEngine = z
  .strictObject({
    kind: z.literal("agent"),
    platform: z.enum(AGENT_PLATFORMS, `must be one of ${AGENT_PLATFORMS.join(", ")}`),
    bin: program.optional(),
    args: z.array(argument).optional(),
    model: program.optional(),
    timeoutMs: timeoutMs.optional(),
    envPassthrough: z.array(z.string().regex(ENV_NAME_PATTERN, "must be the name of a variable")).optional(),
    llmEngine: engineName.optional(),
    prompt: z.enum(["stdin", "arg"], "must be stdin or arg").optional(),
    output: z
      .union([
        z.literal("text"),
        z.strictObject({
          json: text,
          usage: z.strictObject({ input: text, output: text }).optional(),
        }),
      ])
      .optional(),
  })
  .superRefine((engine, context) => {
    for (const [key, message] of agentProblems(engine))
      context.addIssue({ code: "custom", path: [key], message });
  });

/** Keys that belong to one platform, and those it cannot do without. */
function agentProblems(engine: {
  platform: string;
  bin?: unknown;
  llmEngine?: unknown;
  prompt?: unknown;
  output?: unknown;
}): [key: string, message: string][] {
  const { platform } = engine;
  const problems: [string, string][] = [];
  if (engine.bin === undefined && (platform === "custom" || platform === "acp"))
    problems.push(["bin", `is needed: platform ${platform} has no program of its own`]);
  if (engine.llmEngine !== undefined && platform !== "opencode-sdk")
    problems.push(["llmEngine", "is for platform opencode-sdk alone"]);
  for (const key of ["prompt", "output"] as const) {
    if (engine[key] !== undefined && platform !== "custom")
      problems.push([key, "is for platform custom alone"]);
  }
  return problems;
}

function inferenceSetting(name: InferenceSetting) {
  return z
    .custom<Json>()
    .optional()
    .superRefine((value, context) => {
      if (value === undefined) return;
      const checked = validate(value, INFERENCE_SETTINGS[name]);
      if (!checked.ok)
        context.addIssue({ code: "custom", message: `is not right: ${listErrors(checked.errors)}` });
    });
}

export const engineSchema = z.discriminatedUnion("kind", [llmEngine, agentEngine], "must be llm or agent");
