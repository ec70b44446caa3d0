/** What providers say in an error body, whatever its form: `{error: {message}}`, `{error: ""}`, `{message}`, `{detail}`. */
export interface ErrorObject {
  message: string;
  /** A rate limit or an overload, though the HTTP status said otherwise. */
  limitsRate: boolean;
}

const RATE_TYPES = /rate_?limit|overloaded|too_many_requests|resource_?exhausted/i;
const RATE_CODES = new Set<unknown>([429, 529, "429", "529"]);

/** Undefined for a value that is no error object. */
export function readErrorObject(value: unknown): ErrorObject | undefined {
  if (!isRecord(value)) return undefined;
  const nested = value.error;
  if (typeof nested === "string") return { message: nested, limitsRate: false };
  const error = isRecord(nested) ? nested : isErrorItself(value) ? value : undefined;
  if (error === undefined) return undefined;
  const { message = error.detail, type, code, status } = error;
  const words = [type, code, status].filter((word) => typeof word === "string");
  return {
    message: typeof message === "string" ? message : JSON.stringify(error),
    limitsRate: words.some((word) => RATE_TYPES.test(word)) || RATE_CODES.has(code) || RATE_CODES.has(status),
  };
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
