import { balancedEnd, isStrictJson } from "./json-spans.ts";

export type WithoutThoughts = { ok: true; text: string } | { ok: false };

const TAG = /<\/?(?:think|thinking|reasoning)>/i;
const TAG_OR_BRACKET = /<\/?(?:think|thinking|reasoning)>|[{[]/gi;

/**
 * What a reasoning model says after its thoughts: everything behind the last closing tag. The opening tag may be missing,
 * as some servers eat it. Thoughts that are never closed leave nothing. Tags inside a JSON value are text like any other.
 */
export function withoutThoughts(text: string): WithoutThoughts {
  if (!TAG.test(text)) return { ok: true, text };
  let answerStart = 0;
  let open = false;
  const pattern = new RegExp(TAG_OR_BRACKET);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [token] = match;
    if (token === "{" || token === "[") {
      pattern.lastIndex = endOfJson(text, match.index) ?? pattern.lastIndex;
    } else if (token.startsWith("</")) {
      answerStart = pattern.lastIndex;
      open = false;
    } else {
      open = true;
    }
  }
  return open ? { ok: false } : { ok: true, text: text.slice(answerStart) };
}

function endOfJson(text: string, start: number): number | undefined {
  const end = balancedEnd(text, start);
  return end !== undefined && isStrictJson(text, { start, end }) ? end : undefined;
}
