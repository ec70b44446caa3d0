import type { FinishReason } from "ai";
import { clipText } from "../../lib/clip-text.ts";
import { compact } from "../../lib/compact.ts";
import type { Price } from "../../plan/index.ts";
import type { AttemptUsage } from "../../run/index.ts";

/** What a model said, before it is judged. */
export interface ModelAnswer {
  text: string;
  /** The words in which the model declined. */
  refusal?: string;
  finishReason: FinishReason;
  /** The model as the provider names it. */
  model: string;
  /** As the provider counted. */
  usage: { inputTokens: number | undefined; outputTokens: number | undefined };
}

const MILLION = 1_000_000;
const MODEL_CHARS_MAX = 200;

/** What the provider counted. What it did not count is absent, and then there is no cost either. */
export function attemptUsage({ model, usage }: ModelAnswer, price: Price | undefined): AttemptUsage {
  const inputTokens = countOf(usage.inputTokens);
  const outputTokens = countOf(usage.outputTokens);
  return compact({
    model: clipText(model, MODEL_CHARS_MAX),
    inputTokens,
    outputTokens,
    costUsd: costUsd(inputTokens, outputTokens, price),
  });
}

function countOf(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined;
}

function costUsd(
  inputTokens: number | undefined,
  outputTokens: number | undefined,
  price: Price | undefined,
): number | undefined {
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  return (inputTokens * price.input + outputTokens * price.output) / MILLION;
}
