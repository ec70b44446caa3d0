import type { JsonObject } from "../contract/index.ts";
import {
  ANNOTATION_KEYWORDS,
  ENFORCED_KEYWORDS,
  type EnforcedKeyword,
  JSON_TYPES,
} from "../lib/json-schema/index.ts";
import { SCHEMA_DEFINITION } from "./forms/schema.ts";
import { frontMatter } from "./keys/front-matter.ts";

/**
 * The JSON Schema of a Markdown workflow's front matter, for editors and other tools: made of the very definitions that
 * the reader is. It cannot say what needs the body or two places at once; `akm lint` does.
 */
export function publishedSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "akm workflow front matter",
    ...frontMatter.schema,
    $defs: { schema: enforcedSubset() },
  };
}

/** The text of `schemas/akm-workflow.json`. */
export function renderPublishedSchema(): string {
  return `${JSON.stringify(publishedSchema(), null, 2)}\n`;
}

const INNER: JsonObject = { $ref: SCHEMA_DEFINITION };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const TYPE: JsonObject = { enum: [...JSON_TYPES] };
const BRANCHES: JsonObject = { type: "array", items: INNER, minItems: 1 };

const KEYWORDS: Record<EnforcedKeyword, JsonObject> = {
  type: { anyOf: [TYPE, { type: "array", items: TYPE, minItems: 1, uniqueItems: true }] },
  enum: { type: "array", minItems: 1 },
  properties: { type: "object", additionalProperties: INNER },
  required: { type: "array", items: { type: "string" }, uniqueItems: true },
  items: INNER,
  additionalProperties: { type: "boolean" },
  minItems: COUNT,
  maxItems: COUNT,
  minLength: COUNT,
  maxLength: COUNT,
  minimum: { type: "number" },
  maximum: { type: "number" },
  allOf: BRANCHES,
  anyOf: BRANCHES,
  oneOf: BRANCHES,
  not: INNER,
};

function enforcedSubset(): JsonObject {
  const enforced = ENFORCED_KEYWORDS.map((keyword) => [keyword, KEYWORDS[keyword]]);
  const annotations = ANNOTATION_KEYWORDS.map((keyword) => [keyword, true]);
  return {
    type: "object",
    description: "The part of JSON Schema that akm enforces.",
    properties: Object.fromEntries([...enforced, ...annotations]),
    additionalProperties: false,
  };
}
