import type { Json, JsonObject } from "../../contract/index.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import type { PathSegment } from "../references.ts";
import type { Step } from "../workflow.ts";

/** What is known of a value before any run: a schema it satisfies; undefined where nothing was declared. */
export type Shape = JsonObject | undefined;

const ROUTE_ARTIFACT: JsonObject = {
  type: "object",
  properties: { selected: { type: "string" }, value: {} },
  additionalProperties: false,
};

/** What a step's artifact is known to satisfy (decisions S5, S6, S7). */
export function artifactShape(step: Step): Shape {
  switch (step.kind) {
    case "route":
      return ROUTE_ARTIFACT;
    case "map":
      return step.output?.value ?? { type: "array", items: step.unit.output?.value ?? {} };
    case "unit":
      return step.output?.value ?? step.unit.output?.value;
  }
}

/** Why a path cannot lead anywhere in a value of this shape; undefined where it could. */
export function pathProblem(shape: Shape, path: readonly PathSegment[]): string | undefined {
  let current: Json | undefined = shape;
  for (const segment of path) {
    if (!isSchema(current)) return undefined;
    const problem = segmentProblem(current, segment);
    if (problem !== undefined) return problem;
    current = innerShape(current, segment);
  }
  return undefined;
}

/** The shape of what a path leads to. */
export function shapeAt(shape: Shape, path: readonly PathSegment[]): Shape {
  let current: Json | undefined = shape;
  for (const segment of path) {
    if (!isSchema(current)) return undefined;
    current = innerShape(current, segment);
  }
  return isSchema(current) ? current : undefined;
}

export function mayBe(shape: Shape, type: "array" | "object"): boolean {
  const declared = shape?.type;
  if (declared === undefined) return true;
  return Array.isArray(declared) ? declared.includes(type) : declared === type;
}

export function typesInWords(shape: Shape): string {
  const declared = shape?.type;
  return Array.isArray(declared) ? declared.join(" or ") : String(declared);
}

function segmentProblem(shape: JsonObject, segment: PathSegment): string | undefined {
  if (typeof segment === "number") return indexProblem(shape, segment);
  if (!mayBe(shape, "object"))
    return `\`${segment}\` is looked up in what is declared as ${typesInWords(shape)}`;
  const properties = isSchema(shape.properties) ? shape.properties : {};
  if (shape.additionalProperties !== false || Object.hasOwn(properties, segment)) return undefined;
  const meant = didYouMean(segment, Object.keys(properties));
  return `the schema has no property \`${segment}\`${meant === undefined ? "" : `; did you mean \`${meant}\`?`}`;
}

function indexProblem(shape: JsonObject, index: number): string | undefined {
  if (!mayBe(shape, "array")) return `[${index}] is looked up in what is declared as ${typesInWords(shape)}`;
  const most = shape.maxItems;
  if (typeof most !== "number" || index < most) return undefined;
  return `[${index}] is beyond the ${most} items that the schema allows`;
}

function innerShape(shape: JsonObject, segment: PathSegment): Json | undefined {
  if (typeof segment === "number") return shape.items;
  const properties = shape.properties;
  return isSchema(properties) && Object.hasOwn(properties, segment) ? properties[segment] : undefined;
}

function isSchema(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
