import type { Json } from "../../contract/index.ts";
import { parseStrictJson, type StrictJson } from "../strict-json.ts";
import { onlyFencedBlock } from "./fenced-block.ts";
import { readOpening, type Span } from "./json-spans.ts";
import { withoutThoughts } from "./thoughts.ts";

export type StructuredAnswer = { ok: true; value: Json } | { ok: false; message: string };

/**
 * The one JSON value a model's answer holds (spec engines.md, "Structured output"). Forgiving about what stands around it:
 * thoughts in front are cut off, then the whole text is taken, else its only fenced block, else the last object or array in
 * it. Strict about the value itself (decision S12). A message says in one sentence what is wrong. Never throws.
 */
export function findStructuredAnswer(answer: string): StructuredAnswer {
  const whole = parseStrictJson(answer);
  if (whole.ok) return { ok: true, value: whole.value };
  const said = withoutThoughts(answer);
  if (!said.ok) return { ok: false, message: "the answer ends inside its <think> block" };
  return fromText(said.text);
}

function fromText(text: string): StructuredAnswer {
  if (text.trim() === "") return { ok: false, message: "there is nothing after the thoughts" };
  const block = onlyFencedBlock(text);
  for (const candidate of block === undefined ? [text] : [text, block]) {
    const parsed = parseStrictJson(candidate);
    if (parsed.ok) return { ok: true, value: parsed.value };
  }
  return fromLastValue(text);
}

function fromLastValue(text: string): StructuredAnswer {
  const found = lastValue(text);
  if (found === undefined) return { ok: false, message: "there is no JSON value in it" };
  if (found === "unclosed") return { ok: false, message: "its JSON value is not closed" };
  const parsed = parseStrictJson(text.slice(found.start, found.end));
  return parsed.ok ? { ok: true, value: parsed.value } : { ok: false, message: refusal(text, found, parsed) };
}

const BRACKET = /[{[]/g;

/** An opening that is never closed is the answer cut off: what stands complete before or inside it is not the answer. */
function lastValue(text: string): Span | "unclosed" | undefined {
  let last: Span | undefined;
  const pattern = new RegExp(BRACKET);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const opening = readOpening(text, match.index);
    if (opening.kind === "unclosed") return "unclosed";
    if (opening.kind !== "value") continue;
    last = opening.span;
    pattern.lastIndex = last.end;
  }
  return last;
}

function refusal(
  text: string,
  { start }: Span,
  { message, offset }: Extract<StrictJson, { ok: false }>,
): string {
  const before = text.slice(0, start + offset);
  const line = before.split("\n").length;
  return `its JSON value is refused at line ${line}, column ${before.length - before.lastIndexOf("\n")}: ${message}`;
}
