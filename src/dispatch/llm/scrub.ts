import { PROVIDER_SNIPPET_CHARS_MAX } from "../../contract/index.ts";
import { clipText } from "../../lib/clip-text.ts";

/** Takes secrets out of a text. */
export type Scrub = (text: string) => string;

/** A shorter key would be found in ordinary words (case B27). */
const KEY_CHARS_MIN = 4;

/** A secret that begins before this many characters is seen whole, whatever is cut off afterwards. */
const WINDOW_CHARS = 16 * PROVIDER_SNIPPET_CHARS_MAX;

/** Takes out the engine's own key besides what the run's redactor knows. */
export function createScrub(redact: Scrub | undefined, key: string | undefined): Scrub {
  const withoutKey: Scrub =
    key === undefined || key.length < KEY_CHARS_MIN
      ? (text) => text
      : (text) => text.replaceAll(key, "<redacted>");
  return redact === undefined ? withoutKey : (text) => withoutKey(redact(text));
}

/** The beginning of what a provider sent, on one line, at most 200 characters; secrets go before anything is cut. */
export function snippet(text: string, scrub: Scrub): string {
  const clean = scrub(text.slice(0, WINDOW_CHARS)).replaceAll(/\s+/g, " ").trim();
  return clean === "" ? "(nothing)" : clipText(clean, PROVIDER_SNIPPET_CHARS_MAX);
}
