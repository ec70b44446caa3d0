import type { JsonObject } from "../../contract/index.ts";
import { validate } from "../../lib/json-schema/index.ts";
import { findStructuredAnswer } from "../../lib/structured-output/index.ts";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import type { AttemptOutcome, AttemptUsage } from "../../run/index.ts";
import { attemptUsage, type ModelAnswer } from "./model-answer.ts";
import { completed, failed } from "./outcome.ts";
import { type Scrub, snippet } from "./scrub.ts";

export interface Conclusion {
  engine: FrozenLlmEngine;
  schema: JsonObject | undefined;
  scrub: Scrub;
  onWarning: (message: string) => void;
}

const CUT = "It was cut off at its token limit (finish_reason: length); a higher maxTokens may help.";
const ERRORS_NAMED_MAX = 5;

/** What an answer is worth to its unit. Whatever comes of it, the provider's count of it is kept. */
export function concludeAnswer(answer: ModelAnswer, conclusion: Conclusion): AttemptOutcome {
  const { engine, schema, scrub } = conclusion;
  const usage = attemptUsage(answer, engine.price);
  const declined = inWordsOfRefusal(answer, scrub);
  if (declined !== undefined) return failed("llm_error", `Engine ${engine.name}: ${declined}`, usage);
  return schema === undefined
    ? textOutcome(answer, usage, conclusion)
    : structuredOutcome(answer, schema, usage, scrub);
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
  { engine, onWarning }: Conclusion,
): AttemptOutcome {
  const note = finishReason === "length" ? ` ${CUT}` : "";
  if (isEmpty(text)) {
    onWarning(`engine ${engine.name} answered with nothing, so there is no result.${note}`);
    return completed(undefined, usage);
  }
  if (note !== "") onWarning(`the answer of engine ${engine.name} is not complete.${note}`);
  return completed(text, usage);
}

function structuredOutcome(
  { text, finishReason }: ModelAnswer,
  schema: JsonObject,
  usage: AttemptUsage,
  scrub: Scrub,
): AttemptOutcome {
  const note = finishReason === "length" ? ` ${CUT}` : "";
  if (isEmpty(text)) {
    return failed("parse_error", `The answer is empty; one JSON value is asked for.${note}`, usage);
  }
  const found = findStructuredAnswer(text);
  if (!found.ok) {
    const message = `The answer is not one JSON value: ${found.message}.${note} It begins: ${snippet(text, scrub)}`;
    return failed("parse_error", message, usage);
  }
  const checked = validate(found.value, schema);
  if (checked.ok) return completed(found.value, usage);
  const message = `The answer does not satisfy the output schema: ${list(checked.errors)}.${note}`;
  return failed("validation_error", scrub(message), usage);
}

function isEmpty(text: string): boolean {
  return text.trim() === "";
}

function list(errors: readonly { path: string; message: string }[]): string {
  const named = errors
    .slice(0, ERRORS_NAMED_MAX)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const more = errors.length - named.length;
  return named.join("; ") + (more > 0 ? `; and ${more} more` : "");
}
