import { type ErrorObject, isRecord, parseJson, readErrorObject } from "./error-object.ts";
import type { Exchange } from "./exchange.ts";
import { findProviderFailure, ProviderFailure } from "./provider-failure.ts";
import { type Scrub, snippet } from "./scrub.ts";

/**
 * Puts whatever the SDK threw, or handed on from the middle of a stream, into our terms. An answer that is not of the
 * provider's form is the provider's failure, never the model's: it is shown, and no correction is asked for (case B31).
 */
export function requestFailure(error: unknown, exchange: Exchange, url: URL, scrub: Scrub): ProviderFailure {
  const known = findProviderFailure(error);
  if (known !== undefined) return known;
  const stated = statedError(error, exchange);
  if (stated !== undefined) {
    return new ProviderFailure(
      stated.kind,
      `${url.href} answered with an error: ${snippet(stated.message, scrub)}`,
    );
  }
  const reason = snippet(reasonOf(error), scrub);
  return new ProviderFailure(
    "final",
    `the answer of ${url.href} cannot be used: ${reason}; it begins: ${snippet(exchange.received, scrub)}`,
    { cause: error },
  );
}

/** The error object the server sent in place of an answer or in the middle of one. */
function statedError(error: unknown, exchange: Exchange): ErrorObject | undefined {
  if (!(error instanceof Error)) return readErrorObject({ error });
  return readErrorObject(payloadOf(error)) ?? readErrorObject(parseJson(exchange.received));
}

/** The SDK's own words, where they are not a list of everything that it would have taken. */
function reasonOf(error: unknown): string {
  if (payloadOf(error) !== undefined) return "it is not of the provider's form";
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}

/** What the SDK could not read, where its error carries it. */
function payloadOf(error: unknown): unknown {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("value" in current && isRecord(current.value)) return current.value;
    if ("responseBody" in current && typeof current.responseBody === "string")
      return parseJson(current.responseBody);
  }
  return undefined;
}
