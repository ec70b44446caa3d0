import type { ErrorCode } from "./codes.ts";

/** One of several problems behind an error; `file` as the user named it, line and column from 1. */
export interface Problem {
  file?: string;
  line?: number;
  column?: number;
  code: string;
  message: string;
}

export interface AkmErrorOptions {
  /** What the user can do about it, one sentence. */
  hint?: string;
  problems?: readonly Problem[];
  cause?: unknown;
}

/** The only error akm throws on purpose: a caller's mistake, the machine, or a defect of ours. */
export class AkmError extends Error {
  override readonly name = "AkmError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly problems: readonly Problem[];

  constructor(code: ErrorCode, message: string, options: AkmErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.problems = options.problems ?? [];
  }
}
