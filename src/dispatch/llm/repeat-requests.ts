import { LLM_REQUESTS_MAX, LLM_STATED_WAIT_MS_MAX } from "../../contract/index.ts";
import { type OptionalField, ProviderFailure } from "./provider-failure.ts";

/** The delay before the second request, and the longer one before the third. */
const REPEAT_DELAYS_MS = [250, 1000] as const;

export interface RepeatOptions {
  /** Rejects when the attempt ends before. */
  sleep: (ms: number) => Promise<void>;
  /** Tells the user of each wait and each further request. */
  onWarning: (message: string) => void;
  /** Leaves the field out of further requests. */
  leaveOut: (field: OptionalField, message: string) => void;
}

/**
 * Sends the request again where that can help, inside one attempt (decision R15): a stated wait of at most 60 s is slept
 * through once, a broken or refused connection and a 5xx get three requests in all, an optional field that the server
 * refused is left out. Rejects with the last {@link ProviderFailure}.
 */
export async function repeatRequests<Answer>(
  ask: () => Promise<Answer>,
  options: RepeatOptions,
): Promise<Answer> {
  let hasWaited = false;
  let requests = 0;
  for (;;) {
    requests += 1;
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.field !== undefined) {
        options.leaveOut(error.field, error.message);
        requests -= 1;
        continue;
      }
      const delayMs = delayBefore(error, requests, hasWaited);
      if (delayMs === undefined) throw withCount(error, requests);
      if (error.kind === "rate-limit") {
        hasWaited = true;
        requests -= 1;
      }
      options.onWarning(`${error.message}; asking again ${inWords(delayMs)}`);
      await options.sleep(delayMs);
    }
  }
}

/** In milliseconds; undefined when the request is not worth repeating. */
function delayBefore(failure: ProviderFailure, requests: number, hasWaited: boolean): number | undefined {
  const { kind, waitMs } = failure;
  if (waitMs !== undefined && waitMs > LLM_STATED_WAIT_MS_MAX) return undefined;
  if (kind === "rate-limit") return hasWaited ? undefined : waitMs;
  if (kind !== "transient" || requests >= LLM_REQUESTS_MAX) return undefined;
  return Math.max(waitMs ?? 0, jittered(REPEAT_DELAYS_MS[requests - 1] ?? REPEAT_DELAYS_MS[1]));
}

/** Between half and all of it, so that the units of a fan-out do not come back together. */
function jittered(delayMs: number): number {
  return delayMs * (0.5 + Math.random() / 2);
}

function withCount(failure: ProviderFailure, requests: number): ProviderFailure {
  if (failure.kind !== "transient" || requests === 1) return failure;
  const { kind, message, waitMs } = failure;
  return new ProviderFailure(kind, `${message}, ${requests} times in a row`, { cause: failure, waitMs });
}

/** A span of time for people. */
export function inWords(ms: number): string {
  if (ms < 1) return "at once";
  if (ms < 1000) return `in ${Math.round(ms)} ms`;
  return ms < 120_000 ? `in ${Math.round(ms / 1000)} s` : `in ${Math.round(ms / 60_000)} minutes`;
}
