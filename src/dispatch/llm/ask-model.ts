import type { CallWarning, LanguageModel, TextStreamPart, ToolSet } from "ai";
import type { JsonObject } from "../../contract/index.ts";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import { callSettings, jsonOutput } from "./call-settings.ts";
import { isRecord, parseJson } from "./error-object.ts";
import type { Exchange } from "./exchange.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { REFUSAL_KEY } from "./refusal-extractor.ts";

type Sdk = typeof import("ai");

export interface Question {
  sdk: Sdk;
  model: LanguageModel;
  engine: FrozenLlmEngine;
  prompt: string;
  /** Asked for in the provider's own way, besides the words of the prompt. */
  schema: JsonObject | undefined;
  /** Lead the SDK to the exchange. */
  headers: Record<string, string>;
  signal: AbortSignal;
  onPiece: (text: string) => void;
  onWarning: (message: string) => void;
}

/** Asks for a stream and reads it; reads one document where the server answers with one. Rejects with whatever went wrong. */
export async function askModel(question: Question, exchange: Exchange): Promise<ModelAnswer> {
  try {
    return await readStream(question);
  } catch (error) {
    if (exchange.document === undefined) throw error;
    return await readDocument(question, exchange.document);
  }
}

function settings({ sdk, model, engine, prompt, schema, headers, signal }: Question) {
  return {
    ...callSettings(engine, schema),
    ...(schema === undefined ? {} : { output: jsonOutput(sdk.Output.text(), schema) }),
    model,
    prompt,
    headers,
    abortSignal: signal,
    maxRetries: 0,
  };
}

async function readStream(question: Question): Promise<ModelAnswer> {
  const { fullStream } = question.sdk.streamText({ ...settings(question), onError: () => undefined });
  let text = "";
  for await (const part of fullStream) {
    if (part.type === "text-delta") text += part.text;
    const answer = readPart(part, text, question);
    if (answer !== undefined) return answer;
  }
  throw unfinished();
}

/** The answer, once the part is the last that matters. */
function readPart(part: TextStreamPart<ToolSet>, text: string, question: Question): ModelAnswer | undefined {
  switch (part.type) {
    case "text-delta":
    case "reasoning-delta":
      question.onPiece(part.text);
      return undefined;
    case "start-step":
      warn(part.warnings, question);
      return undefined;
    case "error":
      throw part.error;
    case "finish-step":
      if (part.rawFinishReason === undefined) throw unfinished();
      return answerOf(text, { ...part, model: part.response.modelId });
    default:
      return undefined;
  }
}

/** The server closed the stream as if all had been said. */
function unfinished(): Error {
  return new Error("the stream ended before the answer was finished");
}

async function readDocument(question: Question, document: string): Promise<ModelAnswer> {
  if (holdsNoContent(document)) throw new Error("its message has no content");
  const result = await question.sdk.generateText(settings(question));
  const { finishReason, usage, providerMetadata, response } = result;
  warn(result.warnings ?? [], question);
  return answerOf(result.text, { finishReason, usage, providerMetadata, model: response.modelId });
}

/** An empty text is an answer; no content at all is none, unless it says that the limit came before it. */
function holdsNoContent(document: string): boolean {
  const body = parseJson(document);
  const choice = isRecord(body) && Array.isArray(body.choices) ? (body.choices[0] as unknown) : undefined;
  if (!isRecord(choice) || !isRecord(choice.message)) return false;
  const { content, refusal } = choice.message;
  return (content ?? null) === null && typeof refusal !== "string" && choice.finish_reason !== "length";
}

function answerOf(
  text: string,
  {
    finishReason,
    usage,
    model,
    providerMetadata,
  }: Pick<ModelAnswer, "finishReason" | "usage" | "model"> & {
    providerMetadata: Record<string, Record<string, unknown>> | undefined;
  },
): ModelAnswer {
  const refusal = providerMetadata?.[REFUSAL_KEY]?.refusal;
  const answer = { text, finishReason, usage, model };
  return typeof refusal === "string" ? { ...answer, refusal } : answer;
}

function warn(warnings: CallWarning[], { onWarning }: Question): void {
  for (const warning of warnings) onWarning(warningText(warning));
}

/** In the words of our settings. */
function warningText(warning: CallWarning): string {
  const text =
    warning.type === "other"
      ? warning.message
      : (warning.details ?? `${warning.feature} is not supported by the provider`);
  return text.replaceAll("maxOutputTokens", "maxTokens");
}
