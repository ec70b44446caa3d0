import { ProviderFailure } from "./provider-failure.ts";

/** What may be over a moment later. Anything else (a certificate, a malformed response) will be the same again. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENETDOWN",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "EAI_AGAIN",
  "ENOTFOUND",
]);

/** A connection that could not be made, or broke off, in words; without the path, which says nothing here. */
export function connectionFailure(error: unknown, url: URL): ProviderFailure {
  const code = codeOf(error);
  const kind = code !== undefined && TRANSIENT_CODES.has(code) ? "transient" : "final";
  return new ProviderFailure(kind, `${inWords(code)} ${url.host} (${code ?? messageOf(error)})`, {
    cause: error,
  });
}

function inWords(code: string | undefined): string {
  switch (code) {
    case "ECONNRESET":
    case "ECONNABORTED":
    case "EPIPE":
      return "the connection broke off to";
    default:
      return "no connection to";
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
