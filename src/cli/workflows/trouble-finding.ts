import { AkmError, type ErrorCode } from "../../errors/index.ts";
import type { Finding } from "../../source/index.ts";

const CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  ASSET_NOT_FOUND: "unreadable",
  FILE_UNWRITABLE: "unwritable",
};

/**
 * The finding of a file that cannot be read or written: of many files one such must not keep what came of the others from
 * being told. Throws every other error as it is.
 */
export function troubleFinding(error: unknown): Finding {
  const code = error instanceof AkmError ? CODES[error.code] : undefined;
  if (!(error instanceof AkmError) || code === undefined) throw error;
  const message = error.message.replace(/\.$/, "");
  return { line: 1, column: 1, severity: "error", code, message, fixable: false };
}
