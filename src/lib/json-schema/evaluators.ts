import type { Json, JsonObject } from "../../contract/index.ts";
import { codePointLength } from "./code-points.ts";
import type { Evaluation } from "./evaluation.ts";
import { jsonEqual } from "./json-equal.ts";
import type { EnforcedKeyword } from "./keywords.ts";
import { isObject, typeInWords } from "./problems.ts";

/** Judges a value by one keyword; a keyword about another type of value is satisfied. */
type Evaluator = (evaluation: Evaluation, value: Json, limit: Json, schema: JsonObject) => boolean;

/** In the order in which misses are told: what the value is, then how large, then what is in it. */
export const EVALUATORS: readonly (readonly [EnforcedKeyword, Evaluator])[] = [
  ["type", type],
  ["enum", oneOfValues],
  ["minimum", minimum],
  ["maximum", maximum],
  ["minLength", minLength],
  ["maxLength", maxLength],
  ["minItems", minItems],
  ["maxItems", maxItems],
  ["required", required],
  ["additionalProperties", additionalProperties],
  ["properties", properties],
  ["items", items],
  ["allOf", allOf],
  ["anyOf", anyOf],
  ["oneOf", oneOf],
  ["not", not],
];

const SHOWN_VALUES_CHARS_MAX = 200;

function type(evaluation: Evaluation, value: Json, limit: Json): boolean {
  const names = Array.isArray(limit) ? limit : [limit];
  if (names.some((name) => isOfType(value, name))) return true;
  const found =
    typeof value === "number" && names.includes("integer") ? "a number with a fraction" : typeInWords(value);
  return evaluation.miss(`must be of type ${names.join(" or ")}, not ${found}`);
}

function isOfType(value: Json, name: Json): boolean {
  switch (name) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === name;
  }
}

function oneOfValues(evaluation: Evaluation, value: Json, limit: Json): boolean {
  const allowed = limit as Json[];
  if (allowed.some((candidate) => jsonEqual(candidate, value, (depth) => evaluation.spendAt(depth))))
    return true;
  if (evaluation.stopsAtMiss) return false;
  const list = JSON.stringify(allowed);
  const shown = list.length <= SHOWN_VALUES_CHARS_MAX ? list : `${list.slice(0, SHOWN_VALUES_CHARS_MAX)}…`;
  return evaluation.miss(`must be one of ${shown}`);
}

function minimum(evaluation: Evaluation, value: Json, limit: Json): boolean {
  if (typeof value !== "number" || value >= (limit as number)) return true;
  return evaluation.miss(`must be at least ${limit}`);
}

function maximum(evaluation: Evaluation, value: Json, limit: Json): boolean {
  if (typeof value !== "number" || value <= (limit as number)) return true;
  return evaluation.miss(`must be at most ${limit}`);
}

function minLength(evaluation: Evaluation, value: Json, limit: Json): boolean {
  const least = limit as number;
  // A code point is one or two units: most strings are judged without counting.
  if (typeof value !== "string" || value.length >= 2 * least) return true;
  if (value.length >= least && codePointLength(value) >= least) return true;
  return evaluation.miss(`must have at least ${counted(least, "character")}`);
}

function maxLength(evaluation: Evaluation, value: Json, limit: Json): boolean {
  const most = limit as number;
  if (typeof value !== "string" || value.length <= most) return true;
  if (value.length <= 2 * most && codePointLength(value) <= most) return true;
  return evaluation.miss(`must have at most ${counted(most, "character")}`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function minItems(evaluation: Evaluation, value: Json, limit: Json): boolean {
  if (!Array.isArray(value) || value.length >= (limit as number)) return true;
  return evaluation.miss(`must have at least ${counted(limit as number, "item")}, not ${value.length}`);
}

function maxItems(evaluation: Evaluation, value: Json, limit: Json): boolean {
  if (!Array.isArray(value) || value.length <= (limit as number)) return true;
  return evaluation.miss(`must have at most ${counted(limit as number, "item")}, not ${value.length}`);
}

function required(evaluation: Evaluation, value: Json, limit: Json): boolean {
  if (!isObject(value)) return true;
  return everyone(evaluation, limit as string[], (name) => {
    if (!evaluation.spend()) return false;
    return (
      Object.hasOwn(value, name) || evaluation.miss(`lacks the required property ${JSON.stringify(name)}`)
    );
  });
}

function additionalProperties(evaluation: Evaluation, value: Json, limit: Json, schema: JsonObject): boolean {
  if (!isObject(value) || limit !== false) return true;
  const declared = declaredProperties(schema);
  return everyone(evaluation, Object.keys(value), (name) => {
    if (!evaluation.spend()) return false;
    return Object.hasOwn(declared, name) || evaluation.miss("is not a declared property", name);
  });
}

function properties(evaluation: Evaluation, value: Json, _limit: Json, schema: JsonObject): boolean {
  if (!isObject(value)) return true;
  const declared = declaredProperties(schema);
  return everyone(evaluation, Object.keys(declared), (name) => {
    if (!Object.hasOwn(value, name)) return evaluation.spend();
    return evaluation.applyAt(name, value[name] as Json, declared[name] as JsonObject);
  });
}

function declaredProperties(schema: JsonObject): JsonObject {
  const declared = Object.hasOwn(schema, "properties") ? schema.properties : undefined;
  return isObject(declared) ? declared : {};
}

function items(evaluation: Evaluation, value: Json, limit: Json): boolean {
  if (!Array.isArray(value)) return true;
  return everyone(evaluation, value, (item, index) => evaluation.applyAt(index, item, limit as JsonObject));
}

function allOf(evaluation: Evaluation, value: Json, limit: Json): boolean {
  return everyone(evaluation, limit as JsonObject[], (schema) => evaluation.apply(value, schema));
}

function anyOf(evaluation: Evaluation, value: Json, limit: Json): boolean {
  const schemas = limit as JsonObject[];
  if (schemas.some((schema) => evaluation.wouldSatisfy(value, schema))) return true;
  return evaluation.miss(`satisfies none of the ${schemas.length} schemas under anyOf`);
}

function oneOf(evaluation: Evaluation, value: Json, limit: Json): boolean {
  const schemas = limit as JsonObject[];
  const satisfied = schemas.filter((schema) => evaluation.wouldSatisfy(value, schema)).length;
  if (satisfied === 1) return true;
  return evaluation.miss(
    `must satisfy exactly one of the ${schemas.length} schemas under oneOf, not ${satisfied}`,
  );
}

function not(evaluation: Evaluation, value: Json, limit: Json): boolean {
  if (!evaluation.wouldSatisfy(value, limit as JsonObject)) return true;
  return evaluation.miss("must not satisfy the schema under not");
}

/** Like `every`, but goes on after a miss while the next one would be told too. */
function everyone<T>(
  evaluation: Evaluation,
  list: readonly T[],
  isSatisfied: (entry: T, index: number) => boolean,
): boolean {
  let satisfied = true;
  for (const [index, entry] of list.entries()) {
    if (isSatisfied(entry, index)) continue;
    satisfied = false;
    if (evaluation.stopsAtMiss) break;
  }
  return satisfied;
}
