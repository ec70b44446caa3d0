export { AkmError, type AkmErrorOptions, type Problem } from "./akm-error.ts";
export { ERROR_CODES, type ErrorCode } from "./codes.ts";
