import { ENV_NAME_PATTERN } from "../../contract/index.ts";
import type { EnvEntry } from "../../ports/index.ts";
import { findUnread } from "./unread-line.ts";

export type ParsedEnvFile =
  /** In the order of the file, each name once, the last value of it. */
  | { ok: true; entries: EnvEntry[] }
  /** Names the line, never what stands on it. */
  | { ok: false; problem: string };

/** The parser's patterns take time that grows with the square of a run of blanks. */
const BLANKS_MAX = 500;

/**
 * Reads the text of a `.env` file with the `dotenv` parser (decision S11): `export`, single and double quotes and backticks, double quotes
 * over several lines, `#` in quotes. What that parser would pass over in silence is a problem here.
 */
export async function parseEnvFile(text: string): Promise<ParsedEnvFile> {
  if (hasLongBlanks(text)) return { ok: false, problem: `more than ${BLANKS_MAX} blanks stand in a row` };
  const unread = findUnread(text);
  if (unread !== undefined) return { ok: false, problem: unread };
  const { parse } = await import("dotenv");
  const entries = Object.entries(parse(text)).map(([name, value]) => ({ name, value }));
  const odd = entries.find(({ name }) => !ENV_NAME_PATTERN.test(name));
  if (odd !== undefined) {
    return { ok: false, problem: `${JSON.stringify(odd.name)} is no name a variable can have` };
  }
  return { ok: true, entries };
}

function hasLongBlanks(text: string): boolean {
  return (text.match(/\s+/g) ?? []).some((blanks) => blanks.length > BLANKS_MAX);
}
