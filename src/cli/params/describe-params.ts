import type { ParamDeclaration } from "../../source/index.ts";
import { shortValue } from "../render/words.ts";
import type { Definition } from "../render/wrap-text.ts";
import { isArrayAlone, typesOf } from "./param-kind.ts";

/** Each param as the flag that gives it, with what it means. */
export function describeParams(params: readonly Omit<ParamDeclaration, "at">[]): Definition[] {
  return params.map((param) => ({ name: flagOf(param), text: meaningOf(param) }));
}

function flagOf({ name, schema }: Omit<ParamDeclaration, "at">): string {
  return `--${name} <${Array.isArray(schema.enum) ? "choice" : [...typesOf(schema)].join("|")}>`;
}

function meaningOf({ schema, default: fallback }: Omit<ParamDeclaration, "at">): string {
  const { description, enum: choices } = schema;
  return [
    ...(typeof description === "string" ? [shortValue(description)] : []),
    ...(Array.isArray(choices) ? [`one of ${choices.map((choice) => shortValue(choice)).join(", ")}`] : []),
    ...(isArrayAlone(schema) ? ["once for each item, or as one JSON array"] : []),
    fallback === undefined ? "(required)" : `(default ${shortValue(JSON.stringify(fallback))})`,
  ].join(" ");
}
