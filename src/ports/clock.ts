/** Time as the engine sees it. Wall time is for records; durations and delays use the monotonic side. */
export interface Clock {
  /** RFC 3339 in UTC with milliseconds, e.g. `2026-01-31T09:05:00.120Z`. */
  now(): string;
  /** Milliseconds that only ever grow, for durations; a suspended machine may or may not count. */
  monotonicMs(): number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back once after `ms`; the returned function takes that back. Does not keep the process alive. */
  after(ms: number, callback: () => void): () => void;
  /** A number in [0, 1), for jitter. */
  random(): number;
}
