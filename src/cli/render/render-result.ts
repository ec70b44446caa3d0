import type { OutputFormat } from "../format.ts";
import type { Style } from "../style.ts";
import type { Result } from "../verb.ts";

/** A result as it goes to stdout, with its final newline. */
export async function renderResult(result: Result, format: OutputFormat, style: Style): Promise<string> {
  switch (format) {
    case "text":
      return `${result.text(style)}\n`;
    case "json":
      return `${JSON.stringify(result.envelope, null, 2)}\n`;
    case "jsonl":
      return `${JSON.stringify(result.envelope)}\n`;
    case "yaml":
      return (await import("yaml")).stringify(result.envelope);
  }
}
