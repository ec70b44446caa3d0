import { CONTEXT_TOTAL_BYTES_MAX, CONTEXT_VARIABLE_BYTES_MAX } from "../../contract/index.ts";
import type { DispatchRequest } from "../../ports/index.ts";
import type { Variables } from "./variables.ts";

/** The engine's own names: whatever a caller or a binding says under them never reaches a command. */
export const CONTEXT_NAMES: readonly string[] = [
  "AKM_RUN_ID",
  "AKM_STEP_ID",
  "AKM_UNIT_ID",
  "AKM_DISPATCH_ID",
  "AKM_ATTEMPT",
  "AKM_PARAMS",
  "AKM_ITEM",
  "AKM_ITEM_INDEX",
  "AKM_INPUTS",
  "AKM_TASK_INPUTS",
];

/** What a command is told about its unit; a name that does not apply is absent (spec tables.md). */
export function contextVariables(request: DispatchRequest): Variables {
  const { context } = request;
  const variables: Variables = {
    AKM_RUN_ID: request.runId,
    AKM_STEP_ID: request.stepId,
    AKM_UNIT_ID: request.unitId,
    AKM_DISPATCH_ID: request.dispatchId,
    AKM_ATTEMPT: String(request.attempt),
    AKM_PARAMS: context.params,
  };
  if (context.item !== undefined) {
    variables.AKM_ITEM = context.item.json;
    variables.AKM_ITEM_INDEX = String(context.item.index);
  }
  if (context.inputs !== undefined) variables.AKM_INPUTS = context.inputs;
  if (context.taskInputs !== undefined) variables.AKM_TASK_INPUTS = context.taskInputs;
  return variables;
}

/**
 * Why the context cannot be handed over on this platform, or undefined. Sizes are the UTF-8 bytes of the values.
 * The ceiling is this platform's own: a smaller one would refuse what the system takes.
 */
export function findOversize(variables: Variables, platform: NodeJS.Platform): string | undefined {
  const limits = platform === "win32" ? "windows" : "posix";
  const sizes = Object.entries(variables).map(([name, value]) => ({ name, bytes: Buffer.byteLength(value) }));
  const largest = sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (largest.bytes > CONTEXT_VARIABLE_BYTES_MAX[limits]) {
    return explain(
      `${largest.name} would be ${largest.bytes} bytes; one AKM_* variable may have ` +
        `${CONTEXT_VARIABLE_BYTES_MAX[limits]} here, because ${variableCeiling(platform)}.`,
    );
  }
  if (total > CONTEXT_TOTAL_BYTES_MAX[limits]) {
    return explain(
      `The AKM_* variables would be ${total} bytes together, ${largest.name} the largest with ${largest.bytes}; ` +
        `all of them may have ${CONTEXT_TOTAL_BYTES_MAX[limits]} here, because ${totalCeiling(platform)}.`,
    );
  }
  return undefined;
}

function explain(problem: string): string {
  return (
    `${problem} The command was not started. ` +
    "Let the producing step print a reference (a file path, an id) instead of the data."
  );
}

function variableCeiling(platform: NodeJS.Platform): string {
  switch (platform) {
    case "win32":
      return "Windows ends a variable at 32767 characters (SetEnvironmentVariable)";
    case "linux":
      return "Linux ends one environment string at 131072 bytes (MAX_ARG_STRLEN) and the name and margin need room";
    default:
      return "the system bounds arguments and environment together (ARG_MAX, 262144 bytes on macOS)";
  }
}

function totalCeiling(platform: NodeJS.Platform): string {
  return platform === "win32"
    ? "the Windows environment block must also hold everything else"
    : "the system bounds arguments and environment together (ARG_MAX, 262144 bytes on macOS) and both need room";
}
