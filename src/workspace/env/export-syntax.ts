import type { EnvEntry } from "../../ports/index.ts";

/** How each syntax sets one variable; undefined for a value it cannot write. */
const WRITERS = {
  sh: ({ name, value }: EnvEntry) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  fish: ({ name, value }: EnvEntry) => `set -gx ${name} '${value.replaceAll(/['\\]/g, "\\$&")}'`,
  powershell: ({ name, value }: EnvEntry) => `$env:${name} = '${value.replaceAll(/['‘’‚‛]/g, "$&$&")}'`,
  dotenv: writeDotenv,
} as const satisfies Record<string, (entry: EnvEntry) => string | undefined>;

export type ExportSyntax = keyof typeof WRITERS;

export const EXPORT_SYNTAXES = Object.keys(WRITERS) as readonly ExportSyntax[];

export type ExportedLines = { ok: true; text: string } | { ok: false; name: string };

/** Lines that set the variables when a shell reads them, or that a `.env` parser reads back; each value literal text. */
export function exportLines(entries: readonly EnvEntry[], syntax: ExportSyntax): ExportedLines {
  const lines: string[] = [];
  for (const entry of entries) {
    const line = WRITERS[syntax](entry);
    if (line === undefined) return { ok: false, name: entry.name };
    lines.push(`${line}\n`);
  }
  return { ok: true, text: lines.join("") };
}

/**
 * Single quotes and backticks keep all but themselves; double quotes alone can write a carriage return. A backslash at the end would
 * keep the quote open.
 */
function writeDotenv({ name, value }: EnvEntry): string | undefined {
  if (value.endsWith("\\")) return /^[^\s#'"`]+$/.test(value) ? `${name}=${value}` : undefined;
  const quote = ["'", "`"].find((mark) => !value.includes(mark) && !value.includes("\r"));
  if (quote !== undefined) return `${name}=${quote}${value}${quote}`;
  if (value.includes('"') || /\\[nr]/.test(value)) return undefined;
  return `${name}="${value.replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;
}
