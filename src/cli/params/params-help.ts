import type { Machine } from "../../compose.ts";
import type { ParamDeclaration } from "../../source/index.ts";
import { shortValue } from "../render/words.ts";
import { findAndLoad } from "../workflows/load-workflow.ts";
import { typesOf } from "./param-kind.ts";

/** The params of the workflow that a ref names, for help. Empty where none can be read: help is no place for its errors. */
export async function paramsHelp(machine: Machine, target: string): Promise<string> {
  try {
    const { location, workflow } = await findAndLoad(machine, target);
    if (workflow.params.length === 0) return `${location.ref} has no params.`;
    const flags = workflow.params.map(flagOf);
    const width = Math.max(...flags.map((flag) => flag.length));
    const lines = workflow.params.map((param, index) =>
      `  ${(flags[index] ?? "").padEnd(width)}  ${meaningOf(param)}`.trimEnd(),
    );
    return [`Params of ${location.ref}:`, ...lines].join("\n");
  } catch {
    return "";
  }
}

function flagOf({ name, schema }: ParamDeclaration): string {
  return `--${name} <${Array.isArray(schema.enum) ? "choice" : [...typesOf(schema)].join("|")}>`;
}

function meaningOf({ schema, default: fallback }: ParamDeclaration): string {
  const { description, enum: choices } = schema;
  return [
    ...(typeof description === "string" ? [shortValue(description)] : []),
    ...(Array.isArray(choices) ? [`one of ${choices.map((choice) => shortValue(choice)).join(", ")}`] : []),
    fallback === undefined ? "(required)" : `(default ${shortValue(JSON.stringify(fallback))})`,
  ].join(" ");
}
