/** What providers say in an error body, whatever its form: `{error: {message}}`, `{error: ""}`, `{message}`, `{detail}`. */
export interface ErrorObject {
  message: string;
  /** What it would have been as an HTTP status of its own. */
  kind: "rate-limit" | "transient" | "final";
}

const RATE_WORDS = /rate_?limit|overloaded|too_many_requests|resource_?exhausted|^(?:429|529)$/i;
const SERVER_WORDS = /^5\d\d$|^(?:server|api|internal_server)_error$/i;

/** Undefined for a value that is no error object. */
export function readErrorObject(value: unknown): ErrorObject | undefined {
  if (!isRecord(value)) return undefined;
  const nested = value.error;
  if (typeof nested === "string") return { message: nested, kind: "final" };
  const error = isRecord(nested) ? nested : isErrorItself(value) ? value : undefined;
  if (error === undefined) return undefined;
  const { message = error.detail } = error;
  return { message: typeof message === "string" ? message : JSON.stringify(error), kind: kindOf(error) };
}

function kindOf({ type, code, status }: Record<string, unknown>): ErrorObject["kind"] {
  const words = [type, code, status].filter((word) => word !== undefined).map(String);
  if (words.some((word) => RATE_WORDS.test(word))) return "rate-limit";
  return words.some((word) => SERVER_WORDS.test(word)) ? "transient" : "final";
}

/** An object without the keys of an answer that says something is wrong. */
function isErrorItself(value: Record<string, unknown>): boolean {
  if ("choices" in value || "content" in value) return false;
  return value.object === "error" || value.type === "error" || "message" in value || "detail" in value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
