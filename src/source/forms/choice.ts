import { didYouMean } from "../../lib/did-you-mean.ts";
import type { Form } from "./form.ts";
import { readText } from "./text.ts";

/** One of a closed list of words. `refusals` says why a word one might expect is not in it. */
export function choice<W extends string>(
  words: readonly W[],
  refusals: Readonly<Record<string, string>> = {},
): Form<W> {
  return {
    schema: { type: "string", enum: [...words] },
    read(node, name, report) {
      const value = readText(node, name, report);
      if (value === undefined) return undefined;
      const found = words.find((word) => word === value);
      if (found !== undefined) return found;
      const reason = Object.hasOwn(refusals, value) ? refusals[value] : undefined;
      return report.error("invalid-value", node.at, () => `\`${name}\`: ${reason ?? explain(value, words)}`);
    },
  };
}

function explain(value: string, words: readonly string[]): string {
  const shown = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  const meant = didYouMean(value, words);
  if (meant !== undefined) return `${shown} is not known; did you mean \`${meant}\`?`;
  const list = words.map((word) => `\`${word}\``).join(", ");
  return `${shown} is not known; ${words.length === 1 ? `only ${list} is` : `one of ${list} is`} taken`;
}
