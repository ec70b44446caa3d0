import type { JsonObject } from "../../contract/index.ts";
import { validate } from "../../lib/json-schema/index.ts";
import { parseStrictJson } from "../../lib/strict-json.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import { decodeOutput } from "../process/decode-output.ts";
import { completed, failed } from "../process/outcome.ts";
import type { OutputCapture } from "../process/output-capture.ts";
import type { Redactor } from "../redact/redactor.ts";

const TRUNCATION_HEADING = "__akm_exec_output_truncated__";
const ERRORS_NAMED_MAX = 5;
const LINE_FEED = 0x0a;

export interface Printed {
  stdout: OutputCapture;
  /** The end of it, for a failure's diagnostic. */
  stderr: string;
  schema: JsonObject | undefined;
  redactor: Redactor;
  onWarning: (message: string) => void;
}

/** What a successful command's stdout is worth: text, or with a schema exactly one JSON value that satisfies it. */
export function artifactOutcome(printed: Printed): AttemptOutcome {
  const { stdout, stderr, schema, redactor, onWarning } = printed;
  const { isCut, bytesWritten, bytesKept } = stdout;
  if (isCut && schema !== undefined)
    return failed("exec_output_limit", overLimit(bytesWritten, bytesKept), stderr);
  const decoded = decodeOutput(stdout.take(), isCut);
  if (!decoded.isUtf8) onWarning("its stdout is not all UTF-8; what is not became U+FFFD");
  if (schema !== undefined) return jsonOutcome(decoded.text, schema, printed);
  if (isCut) {
    const kept = redactor.text(decoded.text, { end: true });
    return completed(kept + truncationMarker(bytesWritten, decoded.bytesKept));
  }
  const text = stripNewlines(decoded.text);
  return text === "" ? completed() : completed(text);
}

function overLimit(bytesWritten: number, bytesKept: number): string {
  return (
    `The command wrote ${bytesWritten} bytes to stdout, of which ${bytesKept} can be kept, ` +
    "and a part of a JSON value is none. Let it write to a file and print the path."
  );
}

/** The last thing in the artifact, so that nobody takes the part for the whole. */
function truncationMarker(bytesWritten: number, bytesKept: number): string {
  return `\n\n${TRUNCATION_HEADING}\nbytes written: ${bytesWritten}\nbytes retained: ${bytesKept}\n`;
}

function jsonOutcome(text: string, schema: JsonObject, { stderr, redactor }: Printed): AttemptOutcome {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) {
    const problem =
      text.trim() === ""
        ? "it is empty"
        : `${position(text, parsed.offset)}: ${redactor.text(parsed.message)}`;
    return failed("parse_error", `stdout is not exactly one JSON value: ${problem}.`, stderr);
  }
  const checked = validate(parsed.value, schema);
  if (checked.ok) return completed(parsed.value);
  return failed(
    "validation_error",
    `stdout does not satisfy the output schema: ${redactor.text(list(checked.errors))}`,
    stderr,
  );
}

function position(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.split("\n").length;
  return `line ${line}, column ${offset - lineStart + 1}`;
}

function list(errors: readonly { path: string; message: string }[]): string {
  const named = errors
    .slice(0, ERRORS_NAMED_MAX)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const more = errors.length - named.length;
  return `${named.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
}

/** As the shell's `$(…)` does it. */
function stripNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === LINE_FEED) end -= 1;
  return text.slice(0, end);
}
