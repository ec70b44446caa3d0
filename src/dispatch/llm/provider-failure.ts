/**
 * What a failed request means for its attempt (decision R15).
 * - `rate-limit`: 429, 529 and errors of that kind.
 * - `transient`: 5xx, resets, connect failures: worth another request.
 * - `refused-field`: the server does not know an optional field; the same request without it may pass.
 * - `final`: everything else.
 */
export type ProviderFailureKind = "rate-limit" | "transient" | "refused-field" | "final";

/** Fields a request does well with, but that not every server takes. */
export type OptionalField = "response-schema" | "stream-options";

export interface ProviderFailureDetails {
  cause?: unknown;
  /** The HTTP status, where one was answered. */
  status?: number | undefined;
  /** How long the provider asks to wait, in milliseconds, 0 or more. */
  waitMs?: number | undefined;
  field?: OptionalField | undefined;
}

/**
 * A request that brought no answer. It is thrown because it has to pass through the AI SDK; nobody outside this folder sees
 * it. The message is redacted and clipped where it is made.
 */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";
  readonly kind: ProviderFailureKind;
  readonly status: number | undefined;
  readonly waitMs: number | undefined;
  readonly field: OptionalField | undefined;

  constructor(kind: ProviderFailureKind, message: string, details: ProviderFailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.waitMs = details.waitMs;
    this.field = details.field;
  }
}

/** The provider failure an error is, or was wrapped around by the SDK. */
export function findProviderFailure(error: unknown): ProviderFailure | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof ProviderFailure) return current;
  }
  return undefined;
}
