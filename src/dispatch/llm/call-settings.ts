import type { JSONSchema7, OutputInterface, streamText } from "ai";
import type { JsonObject } from "../../contract/index.ts";
import { compact } from "../../lib/compact.ts";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import { isClosedSchema } from "./closed-schema.ts";
import type { OptionalField } from "./provider-failure.ts";

type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]["providerOptions"]>;

export interface CallSettings {
  temperature?: number;
  topP?: number;
  maxOutputTokens?: number;
  providerOptions: ProviderOptions;
}

/** What the engine's settings are in the SDK's words. */
export function callSettings(engine: FrozenLlmEngine, schema: JsonObject | undefined): CallSettings {
  const { temperature, topP, maxTokens } = engine.inference;
  return compact({
    temperature,
    topP,
    maxOutputTokens: maxTokens,
    providerOptions: providerOptions(engine, schema),
  });
}

function providerOptions(engine: FrozenLlmEngine, schema: JsonObject | undefined): ProviderOptions {
  const { reasoningEffort } = engine.inference;
  if (engine.provider === "openai-compatible") {
    // An open schema is refused in strict mode, which is the SDK's default.
    const strictJsonSchema = schema === undefined ? undefined : isClosedSchema(schema);
    return { akm: compact({ reasoningEffort, strictJsonSchema }) };
  }
  return { anthropic: isAnthropicEffort(reasoningEffort) ? { effort: reasoningEffort } : {} };
}

const ANTHROPIC_EFFORTS = ["low", "medium", "high", "xhigh", "max"];

function isAnthropicEffort(effort: string | undefined): effort is string {
  return effort !== undefined && ANTHROPIC_EFFORTS.includes(effort);
}

/** What the engine's settings ask for and its provider cannot take; the SDK itself warns of the rest. */
export function settingsNotTaken({ provider, inference }: FrozenLlmEngine): string[] {
  const { reasoningEffort } = inference;
  if (provider !== "anthropic" || reasoningEffort === undefined || isAnthropicEffort(reasoningEffort))
    return [];
  return [
    `reasoningEffort "${reasoningEffort}" is not sent: anthropic takes ${ANTHROPIC_EFFORTS.join(", ")}`,
  ];
}

/** Fields of the request that its server might not know. */
export function optionalFields(
  { provider }: FrozenLlmEngine,
  schema: JsonObject | undefined,
): readonly OptionalField[] {
  const fields: OptionalField[] = provider === "anthropic" ? [] : ["stream-options"];
  // Anthropic's schema mode and the tool that stands in for it take objects alone.
  const takesSchema = schema !== undefined && (provider !== "anthropic" || schema.type === "object");
  return takesSchema ? ["response-schema", ...fields] : fields;
}

/** Asks for JSON by the schema, and leaves the answer as the text it is: it is found and judged here, not by the SDK. */
export function jsonOutput(
  text: OutputInterface<string, string, never>,
  schema: JsonObject,
): OutputInterface<string, string, never> {
  return { ...text, responseFormat: Promise.resolve(jsonFormat(schema)) };
}

export function jsonFormat(schema: JsonObject): { type: "json"; schema: JSONSchema7 } {
  return { type: "json", schema: schema as JSONSchema7 };
}
