import { z } from "zod";
import type { Json } from "../contract/index.ts";
import { OUTPUT_FORMATS } from "../contract/index.ts";
import { didYouMean, formatPath } from "../lib/index.ts";
import { type Config, isObject } from "./config-keys.ts";
import { engineName, engineSchema } from "./engines/engine-schema.ts";

const width = z.int("must be a whole number").min(1, "must be 1 or more");

const configSchema = z.strictObject({
  output: z
    .strictObject({
      format: z.enum(OUTPUT_FORMATS, `must be one of ${OUTPUT_FORMATS.join(", ")}`).optional(),
    })
    .optional(),
  workflow: z
    .strictObject({
      maxConcurrency: width.optional(),
      defaultMapConcurrency: width.optional(),
      judgeEngine: engineName.optional(),
    })
    .optional(),
  defaults: z.strictObject({ engine: engineName.optional() }).optional(),
  engines: z.record(engineName, engineSchema).optional(),
  bundles: z
    .array(z.string().min(1, "must be a path"), 'must be a list of paths, such as ["../shared"]')
    .optional(),
});

export type CheckedConfig = { ok: true; config: Config } | { ok: false; problems: string[] };

/** Every problem at once, each naming the key by its path. */
export function checkConfig(value: Json): CheckedConfig {
  const checked = configSchema.safeParse(value, { error: wrongType });
  if (checked.success) return { ok: true, config: checked.data as Config };
  return { ok: false, problems: checked.error.issues.flatMap((issue) => describeIssue(issue, value)) };
}

/** Where the schema has no words of its own. */
function wrongType(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === "invalid_type" ? `must be ${article(issue.expected)}` : undefined;
}

function describeIssue(issue: z.core.$ZodIssue, value: Json): string[] {
  const path = issue.path.map((segment) => (typeof segment === "number" ? segment : String(segment)));
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(path, value);
    return issue.keys.map((key) => {
      const near = didYouMean(key, known);
      const advice =
        near === undefined
          ? `known here: ${known.join(", ")}`
          : `did you mean ${formatPath([...path, near])}?`;
      return `unknown key ${formatPath([...path, key])}; ${advice}`;
    });
  }
  if (issue.code === "invalid_key") {
    return issue.issues.map(({ message }) => `the name ${formatPath(path)} ${message}`);
  }
  const where = path.length === 0 ? "the file" : formatPath(path);
  const missing = issue.path.length > 0 && valueIn(value, path) === undefined;
  if (missing && (issue.code === "invalid_type" || issue.code === "invalid_value"))
    return [`${where} is missing`];
  return [`${where} ${issue.message}`];
}

function article(type: string): string {
  return `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;
}

function valueIn(value: Json, path: readonly (string | number)[]): Json | undefined {
  let inner: Json | undefined = value;
  for (const segment of path) {
    if (Array.isArray(inner) && typeof segment === "number") inner = inner[segment];
    else inner = isObject(inner) && Object.hasOwn(inner, segment) ? inner[segment] : undefined;
  }
  return inner;
}

/** The keys that an object at that path may have; of an engine, those of its kind. */
function knownKeys(path: readonly (string | number)[], value: Json): string[] {
  let schema: unknown = configSchema;
  for (const [depth, segment] of path.entries()) {
    schema = innerSchema(unwrapped(schema), segment, valueIn(value, path.slice(0, depth + 1)));
  }
  schema = unwrapped(schema);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function innerSchema(schema: unknown, segment: string | number, value: Json | undefined): unknown {
  if (schema instanceof z.ZodObject) return schema.shape[segment];
  if (!(schema instanceof z.ZodRecord)) return undefined;
  const options = schema.valueType instanceof z.ZodDiscriminatedUnion ? schema.valueType.options : [];
  return options.find(
    (option) =>
      option instanceof z.ZodObject && isObject(value) && option.shape.kind?.safeParse(value.kind).success,
  );
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}
