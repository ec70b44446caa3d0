import { z } from "zod";
import type { Json } from "../contract/index.ts";
import {
  ENGINE_NAME_CHARS_MAX,
  ENGINE_NAME_PATTERN,
  ENGINE_NAME_RESERVED_PREFIX,
} from "../contract/index.ts";
import { didYouMean, formatPath } from "../lib/index.ts";
import { type Config, OUTPUT_FORMATS } from "./config-keys.ts";

const width = z.int("must be a whole number").min(1, "must be 1 or more");
const engineName = z
  .string()
  .regex(ENGINE_NAME_PATTERN, "must be lower-case words joined by single hyphens")
  .max(ENGINE_NAME_CHARS_MAX, `must have at most ${ENGINE_NAME_CHARS_MAX} characters`)
  .refine(
    (name) => !name.startsWith(ENGINE_NAME_RESERVED_PREFIX),
    `must not begin with ${ENGINE_NAME_RESERVED_PREFIX}`,
  );

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
  engines: z.record(engineName, z.looseObject({ kind: z.enum(["llm", "agent"]) })).optional(),
  bundles: z.array(z.string().min(1, "must be a path")).optional(),
});

export type CheckedConfig = { ok: true; config: Config } | { ok: false; problems: string[] };

/** Every problem at once, each naming the key by its path. */
export function checkConfig(value: Json): CheckedConfig {
  const checked = configSchema.safeParse(value);
  if (checked.success) return { ok: true, config: checked.data as Config };
  return { ok: false, problems: checked.error.issues.flatMap(describeIssue) };
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map((segment) => (typeof segment === "number" ? segment : String(segment)));
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(path);
    return issue.keys.map((key) => {
      const near = didYouMean(key, known);
      const advice = near === undefined ? `known here: ${known.join(", ")}` : `did you mean ${near}?`;
      return `unknown key ${formatPath([...path, key])}; ${advice}`;
    });
  }
  if (issue.code === "invalid_key") {
    return issue.issues.map(({ message }) => `the name ${formatPath(path)} ${message}`);
  }
  const where = path.length === 0 ? "the file" : formatPath(path);
  return [`${where} ${issue.code === "invalid_type" ? `must be ${article(issue.expected)}` : issue.message}`];
}

function article(type: string): string {
  return `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;
}

function knownKeys(path: readonly (string | number)[]): string[] {
  let schema: unknown = configSchema;
  for (const segment of path) {
    schema = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    schema = schema instanceof z.ZodObject ? schema.shape[segment] : undefined;
  }
  schema = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
