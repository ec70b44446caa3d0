export { checkSchema } from "./check-schema.ts";
export type { ValidationError } from "./evaluation.ts";
export {
  ANNOTATION_KEYWORDS,
  ENFORCED_KEYWORDS,
  type EnforcedKeyword,
  JSON_TYPES,
  type JsonType,
} from "./keywords.ts";
export type { SchemaProblem, SchemaProblemCode } from "./problems.ts";
export { type Validation, validate } from "./validate.ts";
export { listErrors } from "./list-errors.ts";
