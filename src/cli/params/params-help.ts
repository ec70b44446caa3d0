import type { Machine } from "../../compose.ts";
import { definitionList } from "../render/wrap-text.ts";
import { PLAIN } from "../style.ts";
import { findAndLoad } from "../workflows/load-workflow.ts";
import { describeParams } from "./describe-params.ts";

/** As wide as the rest of the help. */
const WIDTH = 100;

/** The params of the workflow that a ref names, for help. Empty where none can be read: help is no place for its errors. */
export async function paramsHelp(machine: Machine, target: string): Promise<string> {
  try {
    const { location, workflow } = await findAndLoad(machine, target);
    if (workflow.params.length === 0) return `${location.ref} has no params.`;
    const lines = definitionList(describeParams(workflow.params), WIDTH, PLAIN.dim);
    return [`Params of ${location.ref}:`, ...lines].join("\n");
  } catch {
    return "";
  }
}
