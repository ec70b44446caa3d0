import type { CallWarning } from "ai";
import type { JsonObject } from "../../contract/index.ts";
import { compact } from "../../lib/compact.ts";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import { callSettings, jsonFormat, jsonOutput } from "./call-settings.ts";
import { isRecord, parseJson } from "./error-object.ts";
import type { Exchange } from "./exchange.ts";
import type { SdkModel } from "./language-models.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { REFUSAL_KEY } from "./refusal-extractor.ts";

export interface Question {
  model: SdkModel;
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

/** From the provider's model itself: the SDK's `streamText` costs half as much again (ADR 0009). */
async function readStream(question: Question): Promise<ModelAnswer> {
  const { model, engine, prompt, schema, headers, signal } = question;
  const { stream } = await model.doStream({
    ...callSettings(engine, schema),
    ...compact({ responseFormat: schema && jsonFormat(schema) }),
    prompt: [{ role: "user", content: [{ type: "text", text: prompt }] }],
    headers,
    abortSignal: signal,
  });
  const heard = { text: "", model: model.modelId };
  let answer: ModelAnswer | undefined;
  // Read to its end, also behind the answer, so that the connection can be used again.
  for await (const part of stream) answer = readPart(part, heard, question) ?? answer;
  if (answer === undefined) throw unfinished();
  return answer;
}

type StreamPart =
  Awaited<ReturnType<SdkModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** The answer, once the part is the last. */
function readPart(
  part: StreamPart,
  heard: { text: string; model: string },
  question: Question,
): ModelAnswer | undefined {
  switch (part.type) {
    case "text-delta":
      heard.text += part.delta;
      question.onPiece(part.delta);
      return undefined;
    case "reasoning-delta":
      question.onPiece(part.delta);
      return undefined;
    case "stream-start":
      warn(part.warnings, question);
      return undefined;
    case "response-metadata":
      heard.model = part.modelId ?? heard.model;
      return undefined;
    case "error":
      throw part.error;
    case "finish": {
      const { finishReason, usage, providerMetadata } = part;
      if (finishReason.raw === undefined) throw unfinished();
      return answerOf(heard.text, {
        finishReason: finishReason.unified,
        usage: { inputTokens: usage.inputTokens.total, outputTokens: usage.outputTokens.total },
        model: heard.model,
        providerMetadata,
      });
    }
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
  const { generateText, Output } = await import("ai");
  // The SDK would print its warnings on the terminal; they are handed on as events instead.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { model, engine, prompt, schema, headers, signal } = question;
  const result = await generateText({
    ...callSettings(engine, schema),
    ...(schema === undefined ? {} : { output: jsonOutput(Output.text(), schema) }),
    model,
    prompt,
    headers,
    abortSignal: signal,
    maxRetries: 0,
  });
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
