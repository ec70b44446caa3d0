import { dirname } from "node:path";
import { AkmError, type ErrorCode } from "../../errors/index.ts";
import { DamagedColumnError } from "./read-column.ts";

/** Primary result codes of SQLite (https://sqlite.org/rescode.html); the low byte of every extended one. */
const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const TOOBIG = 18;
const CONSTRAINT = 19;
const MISMATCH = 20;
const NOTADB = 26;

const CODE_OF_RESULT: ReadonlyMap<number, ErrorCode> = new Map<number, ErrorCode>([
  [BUSY, "STATE_DB_CONTENDED"],
  [LOCKED, "STATE_DB_CONTENDED"],
  [PROTOCOL, "STATE_DB_CONTENDED"],
  [CORRUPT, "STATE_DB_CORRUPT"],
  [NOTADB, "STATE_DB_CORRUPT"],
  [PERM, "STATE_DB_UNWRITABLE"],
  [READONLY, "STATE_DB_UNWRITABLE"],
  [IOERR, "STATE_DB_UNWRITABLE"],
  [FULL, "STATE_DB_UNWRITABLE"],
  [CANTOPEN, "STATE_DB_UNWRITABLE"],
]);

/**
 * SQLite's own fixed texts for the results that matter (`sqlite3_errstr`): the packaged driver leaves the number out
 * of what goes wrong while a list is read.
 */
const RESULT_OF_TEXT: ReadonlyMap<string, number> = new Map([
  ["database is locked", BUSY],
  ["database table is locked", LOCKED],
  ["attempt to write a readonly database", READONLY],
  ["disk I/O error", IOERR],
  ["database disk image is malformed", CORRUPT],
  ["database or disk is full", FULL],
  ["unable to open database file", CANTOPEN],
  ["locking protocol", PROTOCOL],
  ["file is not a database", NOTADB],
]);

const FILE_SYSTEM_ERRORS: ReadonlySet<string> = new Set([
  "EACCES",
  "EDQUOT",
  "EEXIST",
  "EFBIG",
  "EIO",
  "EISDIR",
  "EMFILE",
  "ENFILE",
  "ENOENT",
  "ENOSPC",
  "ENOTDIR",
  "EPERM",
  "EROFS",
]);

export function isBusy(error: unknown): boolean {
  const result = primaryResult(error);
  return result === BUSY || result === LOCKED || result === PROTOCOL;
}

export function isCannotOpen(error: unknown): boolean {
  const result = primaryResult(error);
  return result === CANTOPEN || result === READONLY;
}

/** The statement was refused for what it asked; the database itself is well and others may go on. */
export function isRefusal(error: unknown): boolean {
  const result = primaryResult(error);
  if (result !== undefined) return result === CONSTRAINT || result === TOOBIG || result === MISMATCH;
  return !(error instanceof AkmError) || error.code === "INTERNAL";
}

/** Says a driver's or file system's error in our words, naming the file; an `AkmError` passes as it is. */
export function translateError(error: unknown, path: string): AkmError {
  if (error instanceof AkmError) return error;
  const code = codeOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  switch (code) {
    case "STATE_DB_CONTENDED":
      return new AkmError(
        code,
        `The state database ${path} stayed busy: another akm process kept writing to it.`,
        {
          hint: "Try again in a moment.",
          cause: error,
        },
      );
    case "STATE_DB_CORRUPT":
      return corruptDatabase(path, reason, error);
    case "STATE_DB_UNWRITABLE":
      return new AkmError(
        code,
        `The state database ${path} in the directory ${dirname(path)} cannot be used: ${reason}.`,
        {
          hint: "Make the file and its directory writable for this user and see that the disk has room, or point AKM_DATA_DIR elsewhere.",
          cause: error,
        },
      );
    default:
      return new AkmError("INTERNAL", `The state database ${path} refused a statement: ${reason}.`, {
        cause: error,
      });
  }
}

export function corruptDatabase(path: string, reason: string, cause?: unknown): AkmError {
  return new AkmError(
    "STATE_DB_CORRUPT",
    `The state database ${path} is damaged: ${reason}. It was left as it is.`,
    {
      hint: `Put a backup in its place, or move ${path} aside (with its -wal and -shm files) to start with an empty one.`,
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof DamagedColumnError) return "STATE_DB_CORRUPT";
  const result = primaryResult(error);
  if (result !== undefined) return CODE_OF_RESULT.get(result) ?? "INTERNAL";
  return FILE_SYSTEM_ERRORS.has(propertyOf(error, "code") as string) ? "STATE_DB_UNWRITABLE" : "INTERNAL";
}

function primaryResult(error: unknown): number | undefined {
  const extended = propertyOf(error, "errcode");
  if (typeof extended === "number") return extended & 0xff;
  const isSqlite = propertyOf(error, "code") === "ERR_SQLITE_ERROR";
  return isSqlite && error instanceof Error ? RESULT_OF_TEXT.get(error.message) : undefined;
}

function propertyOf(error: unknown, name: "code" | "errcode"): unknown {
  return error instanceof Error ? (error as Error & { code?: unknown; errcode?: unknown })[name] : undefined;
}
