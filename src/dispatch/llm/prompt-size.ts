import { LLM_PROMPT_BYTES_MAX } from "../../contract/index.ts";
import type { Prompt } from "../../step/index.ts";

/** What is wrong with a prompt over 256 KiB of UTF-8, each of its parts with its size; undefined for any other. */
export function promptTooLarge({ text, parts }: Prompt): string | undefined {
  // No text of so many UTF-16 units can be longer in UTF-8 than three times that.
  if (text.length * 3 <= LLM_PROMPT_BYTES_MAX) return undefined;
  const bytes = Buffer.byteLength(text);
  if (bytes <= LLM_PROMPT_BYTES_MAX) return undefined;
  const sizes = parts.map((part) => `${part.label} ${part.bytes}`).join(", ");
  return (
    `The prompt has ${bytes} bytes, and a model is given ${LLM_PROMPT_BYTES_MAX} at most. ` +
    `Its parts, in bytes: ${sizes}. Nothing was sent.`
  );
}
