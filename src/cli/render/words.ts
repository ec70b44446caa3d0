import type { Json } from "../../contract/index.ts";
import type { Style } from "../style.ts";

const VALUE_CHARS_MAX = 100;
const WHOLE_CHARS_MAX = 4000;

/** `1 unit`, `3 units`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** A duration for people: `40ms`, `1.2s`, `3m 05s`, `2h 10m`. Never negative, whatever the clocks said. */
export function duration(ms: number): string {
  const elapsed = Math.max(0, Math.round(ms));
  if (elapsed < 1000) return `${elapsed}ms`;
  const seconds = elapsed / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${pad(Math.floor(seconds % 60))}s`;
  return `${Math.floor(minutes / 60)}h ${pad(minutes % 60)}m`;
}

export function between(startedAt: string | undefined, finishedAt: string | undefined): string {
  if (startedAt === undefined || finishedAt === undefined) return "";
  return duration(Date.parse(finishedAt) - Date.parse(startedAt));
}

/** A status in its colour. */
export function paintStatus(style: Style): (status: string) => string {
  return (status) => {
    switch (status) {
      case "completed":
      case "pass":
        return style.green(status);
      case "failed":
      case "fail":
        return style.red(status);
      case "blocked":
      case "interrupted":
      case "warn":
        return style.yellow(status);
      case "skipped":
      case "pending":
        return style.dim(status);
      default:
        return status;
    }
  };
}

/** A value on one line: text as it is, anything else as JSON; long ones are cut. */
export function shortValue(value: Json, charsMax = VALUE_CHARS_MAX): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // Cut first: a result may be of megabytes.
  const oneLine = visible(text.slice(0, charsMax + 1).replaceAll("\n", "⏎"));
  return oneLine.length > charsMax ? `${oneLine.slice(0, charsMax - 1)}…` : oneLine;
}

/** A value to be read, over several lines; only very long ones are cut. */
export function wholeValue(value: Json, charsMax = WHOLE_CHARS_MAX): string {
  const text = typeof value === "string" ? value.trimEnd() : JSON.stringify(value, null, 2);
  return text.length > charsMax ? `${text.slice(0, charsMax)}… (cut here; --format json shows all)` : text;
}

/** Control characters of a command's output must not reach the terminal of the person who reads about it. */
export function visible(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, "\u{FFFD}");
}

export function indented(text: string, indent = "    "): string {
  return visible(text)
    .split("\n")
    .map((line) => (indent + line).trimEnd())
    .join("\n");
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
