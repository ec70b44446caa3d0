import type { JsonObject } from "../../contract/index.ts";
import { hasLoneSurrogate } from "../../lib/lone-surrogate.ts";
import type { AttemptOutcome, AttemptUsage } from "../../run/index.ts";
import { judgeStructuredAnswer } from "../structured-answer.ts";
import type { LlmAttempt } from "./llm-attempt.ts";
import { attemptUsage, type ModelAnswer } from "./model-answer.ts";
import { completed, failed } from "./outcome.ts";
import { type Scrub, snippet } from "./scrub.ts";

/** What there is to know about the attempt that was answered. */
export type Conclusion = Pick<LlmAttempt, "engine" | "schema" | "scrub" | "onWarning">;

/** What an answer is worth to its unit. Whatever comes of it, the provider's count of it is kept. */
export function concludeAnswer(answer: ModelAnswer, conclusion: Conclusion): AttemptOutcome {
  const { engine, schema, scrub } = conclusion;
  const usage = attemptUsage(answer, engine.price);
  const declined = inWordsOfRefusal(answer, scrub);
  if (declined !== undefined) return failed("llm_error", `Engine ${engine.name}: ${declined}`, usage);
  return schema === undefined
    ? textOutcome(answer, usage, conclusion)
    : structuredOutcome(answer, schema, usage, conclusion);
}

function inWordsOfRefusal({ text, refusal, finishReason }: ModelAnswer, scrub: Scrub): string | undefined {
  if (refusal !== undefined) return `the model refused: ${snippet(refusal, scrub)}`;
  if (finishReason === "content-filter") return `the model refused, or was filtered: ${snippet(text, scrub)}`;
  if (finishReason === "tool-calls" && isEmpty(text)) return "the model called a tool, and none was offered";
  return undefined;
}

function textOutcome(
  { text, finishReason }: ModelAnswer,
  usage: AttemptUsage,
  { onWarning }: Conclusion,
): AttemptOutcome {
  const note = cutNote(finishReason);
  if (isEmpty(text)) {
    onWarning(`the answer is empty, so there is no result.${note}`);
    return completed(undefined, usage);
  }
  if (note !== "") onWarning(`the answer is not complete.${note}`);
  if (!hasLoneSurrogate(text)) return completed(text, usage);
  onWarning("the answer is not all Unicode; what is not became U+FFFD");
  return completed(Buffer.from(text).toString(), usage);
}

function structuredOutcome(
  { text, finishReason }: ModelAnswer,
  schema: JsonObject,
  usage: AttemptUsage,
  { scrub, onWarning }: Conclusion,
): AttemptOutcome {
  const note = cutNote(finishReason);
  const judged = judgeStructuredAnswer(text, schema, (answer) => snippet(answer, scrub));
  if (!judged.ok) return failed(judged.failureReason, scrub(judged.message) + note, usage);
  if (note !== "") onWarning(`the answer may not be complete, though it fits its schema.${note}`);
  return completed(judged.value, usage);
}

/** A cut-off answer explains why something is missing, whatever is made of it. */
function cutNote(finishReason: ModelAnswer["finishReason"]): string {
  if (finishReason !== "length") return "";
  return " It was cut off at its token limit (finish_reason: length); a higher maxTokens may help.";
}

function isEmpty(text: string): boolean {
  return text.trim() === "";
}
