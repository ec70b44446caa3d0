import { didYouMean, type JsonType } from "../../lib/index.ts";
import { type ParamProblem, paramProblem } from "./param-problem.ts";

/** Everything given for one param, in order; `undefined` is a flag without a value. */
export type GivenValues = Map<string, (string | undefined)[]>;

export interface GroupedWords {
  given: GivenValues;
  problems: ParamProblem[];
}

const NEGATIVE_NUMBER = /^-(?:\d|\.\d)/;

/**
 * Sorts words such as `--name Ada --name=Grace --deep` by param. A boolean takes the next word only if it is `true` or
 * `false`; every other param takes the next word unless that is a flag, which a negative number is not (decision S8).
 */
export function groupWords(
  words: readonly string[],
  declared: ReadonlyMap<string, ReadonlySet<JsonType>>,
  otherFlags: readonly string[],
): GroupedWords {
  const given: GivenValues = new Map();
  const problems: ParamProblem[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const flag = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word);
    if (flag === null) {
      problems.push(paramProblem("PARAM_INVALID", strayWord(word, words[index - 1], declared)));
      continue;
    }
    const [, name = "", joined] = flag;
    const types = declared.get(name);
    const value = joined ?? followingValue(words[index + 1], types);
    if (joined === undefined && value !== undefined) index += 1;
    if (types === undefined) problems.push(unknownParam(name, [...declared.keys()], otherFlags));
    else given.set(name, [...(given.get(name) ?? []), value]);
  }
  return { given, problems };
}

function followingValue(
  next: string | undefined,
  types: ReadonlySet<JsonType> | undefined,
): string | undefined {
  if (next === undefined) return undefined;
  if (types !== undefined && types.size === 1 && types.has("boolean")) {
    return next === "true" || next === "false" ? next : undefined;
  }
  return next.startsWith("-") && next !== "-" && !NEGATIVE_NUMBER.test(next) ? undefined : next;
}

function unknownParam(
  name: string,
  declared: readonly string[],
  otherFlags: readonly string[],
): ParamProblem {
  const near = didYouMean(name, [...declared, ...otherFlags]);
  const known = declared.length === 0 ? "it declares none" : `it declares ${declared.join(", ")}`;
  const advice = near === undefined ? known : `did you mean --${near}?`;
  return paramProblem("PARAM_UNKNOWN", `The workflow has no param ${name}; ${advice}`);
}

function strayWord(
  word: string,
  before: string | undefined,
  declared: ReadonlyMap<string, ReadonlySet<JsonType>>,
): string {
  const flag = before?.startsWith("--") ? before.slice(2) : undefined;
  if (flag !== undefined && declared.has(flag)) {
    return `Param ${flag} takes true, false or no value, not "${word}"`;
  }
  return `The word "${word}" is the value of no param; params are given as --name value`;
}
