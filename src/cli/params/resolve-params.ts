import type { JsonObject } from "../../contract/index.ts";
import { didYouMean } from "../../lib/index.ts";
import type { PlanParam } from "../../plan/index.ts";
import { type Coerced, checkParam, coerceParam } from "./coerce-param.ts";
import { groupWords } from "./group-words.ts";
import { isArrayAlone, typesOf } from "./param-kind.ts";
import { type ParamProblem, paramError, paramProblem } from "./param-problem.ts";

/** A param, or an input of a task; one that is `optional` may be left out although it has no default. */
export interface DeclaredParam extends PlanParam {
  optional?: true;
}

export interface GivenParams {
  /** Words after the target. */
  words: readonly string[];
  /** The content of `--params-file`; a flag wins over it. */
  file: JsonObject;
  /** Names of flags that are akm's, for "did you mean". */
  otherFlags: readonly string[];
}

/**
 * The params of a new run: what was given, checked and coerced, and defaults for the rest. Errors, all problems at once:
 * `PARAM_UNKNOWN`, `PARAM_INVALID`, `PARAM_MISSING`.
 */
export function resolveParams(declared: readonly DeclaredParam[], given: GivenParams): JsonObject {
  const types = new Map(declared.map(({ name, schema }) => [name, typesOf(schema)]));
  const grouped = groupWords(given.words, types, given.otherFlags);
  const problems: ParamProblem[] = [...grouped.problems, ...unknownInFile(given.file, [...types.keys()])];
  const values = new Map<string, JsonObject[string]>();
  for (const param of declared) {
    const coerced = paramValue(param, grouped.given.get(param.name), given.file);
    if (coerced === undefined && param.optional) continue;
    if (coerced === undefined)
      problems.push(paramProblem("PARAM_MISSING", `Param ${param.name} is required: ${usage(param)}`));
    else if (coerced.ok) values.set(param.name, coerced.value);
    else
      problems.push(...coerced.problems.map((problem) => paramProblem("PARAM_INVALID", `Param ${problem}`)));
  }
  if (problems.length > 0) throw paramError(problems, declaredHint(declared));
  return Object.fromEntries(values);
}

function paramValue(
  param: PlanParam,
  words: readonly (string | undefined)[] | undefined,
  file: JsonObject,
): Coerced | undefined {
  if (words !== undefined) return coerceParam(param.name, words, param.schema);
  const inFile = Object.hasOwn(file, param.name) ? file[param.name] : undefined;
  if (inFile !== undefined) return checkParam(param.name, inFile, param.schema);
  return param.default === undefined ? undefined : { ok: true, value: param.default };
}

function unknownInFile(file: JsonObject, declared: readonly string[]): ParamProblem[] {
  return Object.keys(file)
    .filter((name) => !declared.includes(name))
    .map((name) => {
      const near = didYouMean(name, declared);
      const advice = near === undefined ? "" : `; did you mean ${near}?`;
      return paramProblem(
        "PARAM_UNKNOWN",
        `The workflow has no param ${name}, which the params file sets${advice}`,
      );
    });
}

function declaredHint(declared: readonly PlanParam[]): string {
  if (declared.length === 0)
    return "This workflow takes no params; `akm workflow run --help` lists akm's own flags.";
  const params = `Params are ${declared.map(usage).join(", ")}.`;
  return declared.some(({ schema }) => isArrayAlone(schema))
    ? `${params} An array's flag is given once for each item.`
    : params;
}

function usage({ name, schema, default: fallback, optional }: DeclaredParam): string {
  const types = [...typesOf(schema)].join("|");
  const shown = `--${name} <${types}>`;
  return fallback === undefined && !optional ? shown : `[${shown}]`;
}
