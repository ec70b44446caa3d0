import type { ValidationError } from "./evaluation.ts";

const ERRORS_NAMED_MAX = 5;

/** The first few errors with their paths, in one line for people and models, and how many more there are. */
export function listErrors(errors: readonly ValidationError[]): string {
  const named = errors
    .slice(0, ERRORS_NAMED_MAX)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const more = errors.length - named.length;
  return `${named.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}
