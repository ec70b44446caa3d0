import type { IncomingMessage } from "node:http";
import { readBounded } from "./bounded-body.ts";
import { parseJson, readErrorObject } from "./error-object.ts";
import { type OptionalField, ProviderFailure } from "./provider-failure.ts";
import { type Scrub, snippet } from "./scrub.ts";
import { statedWaitMs } from "./stated-wait.ts";

const RATE_STATUSES: ReadonlySet<number> = new Set([429, 529]);
const MALFORMED_STATUSES: ReadonlySet<number> = new Set([400, 422]);

/** How servers name a field they do not take. */
const FIELD_NAMES: Record<OptionalField, RegExp> = {
  "response-schema": /response_?format|json_?schema|schema|output_?config|output_?format|structured|tool/i,
  "stream-options": /stream_options|include_usage/i,
};

export interface FailedRequest {
  url: URL;
  /** The optional fields that were in it. */
  optionalFields: readonly OptionalField[];
  scrub: Scrub;
}

/** What a response other than 2xx means (decision R15); reads its body. */
export async function httpFailure(
  response: IncomingMessage,
  request: FailedRequest,
): Promise<ProviderFailure> {
  const status = response.statusCode ?? 0;
  const body = await readBounded(response, request.url);
  const said = `HTTP ${status} from ${request.url.href}: ${whatItSays(response, body, request.scrub)}`;
  const waitMs = statedWaitMs(response.headers, Date.now());
  if (RATE_STATUSES.has(status)) return new ProviderFailure("rate-limit", said, { status, waitMs });
  if (status >= 500) return new ProviderFailure("transient", said, { status, waitMs });
  const field = MALFORMED_STATUSES.has(status) ? refusedField(body, request.optionalFields) : undefined;
  return new ProviderFailure(field === undefined ? "final" : "refused-field", said, { status, field });
}

function whatItSays({ statusCode = 0, headers }: IncomingMessage, body: string, scrub: Scrub): string {
  if (statusCode >= 300 && statusCode < 400) {
    return `it redirects to ${snippet(headers.location ?? "nowhere", scrub)}, which is not followed; name the final URL as endpoint`;
  }
  return snippet(readErrorObject(parseJson(body))?.message ?? body, scrub);
}

function refusedField(body: string, sent: readonly OptionalField[]): OptionalField | undefined {
  return sent.find((field) => FIELD_NAMES[field].test(body));
}
