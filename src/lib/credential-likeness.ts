import type { Json } from "../contract/index.ts";
import { formatPath } from "./json-path.ts";

const TELLING_WORDS: ReadonlySet<string> = new Set(
  "token password passwd passphrase secret secrets credential credentials apikey privatekey accesskey".split(
    " ",
  ),
);

/** How the tokens of well-known services begin. */
const TOKEN_PREFIXES =
  /^(?:sk-|sk_live_|rk_live_|ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|ya29\.|eyJ|npm_|pypi-|hf_|dop_v1_|shpat_|SG\.)[A-Za-z0-9_\-.=]+$/;
const TOKEN_CHARS_MIN = 16;

/** A string inside a value, by its path. */
export interface CredentialLike {
  path: string;
  value: string;
}

/**
 * The strings in a value that look like credentials: by the name of a key above them, or by their own spelling.
 * A guess meant for a warning and for redaction; it misses some and suspects others wrongly.
 */
export function findCredentials(value: Json): CredentialLike[] {
  const found: CredentialLike[] = [];
  const visit = (inner: Json, path: (string | number)[], named: boolean): void => {
    if (typeof inner === "string") {
      if ((named && inner !== "") || looksLikeToken(inner))
        found.push({ path: formatPath(path), value: inner });
    } else if (Array.isArray(inner)) {
      for (const [index, item] of inner.entries()) visit(item, [...path, index], named);
    } else if (inner !== null && typeof inner === "object") {
      for (const [key, item] of Object.entries(inner))
        visit(item, [...path, key], named || isTellingName(key));
    }
  };
  visit(value, [], false);
  return found;
}

/** Their paths alone. */
export function findCredentialLike(value: Json): string[] {
  return findCredentials(value).map(({ path }) => path);
}

function looksLikeToken(text: string): boolean {
  return text.length >= TOKEN_CHARS_MIN && TOKEN_PREFIXES.test(text);
}

/** By its words, so that `api_key`, `apiKey` and `API-KEY` tell and `tokenizer` does not. */
function isTellingName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some(
    (word, index) => TELLING_WORDS.has(word) || TELLING_WORDS.has(word + (words[index + 1] ?? "")),
  );
}
