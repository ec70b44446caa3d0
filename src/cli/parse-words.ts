import { parseArgs } from "node:util";
import { AkmError } from "../errors/index.ts";
import { didYouMean } from "../lib/index.ts";
import type { FlagValues } from "./call.ts";
import { GLOBAL_FLAGS } from "./global-flags.ts";
import type { FlagSpec, Verb } from "./verb.ts";

export interface ParsedWords {
  args: string[];
  flags: FlagValues;
  /** Of a verb that takes params: the words that are not akm's, as typed. */
  params: string[];
  /** Of a verb that runs a command: the words after `--`. */
  command: string[];
}

const NEGATIVE_NUMBER = /^-(?:\d|\.\d)/;

/**
 * Reads the words after a command's name. Flags may stand anywhere before `--`. Errors: `UNKNOWN_FLAG`,
 * `INVALID_FLAG_VALUE`, `MISSING_REQUIRED_ARGUMENT`.
 */
export function parseWords(name: string, verb: Verb, words: readonly string[]): ParsedWords {
  const specs = [...verb.flags, ...GLOBAL_FLAGS];
  const { flags, operands, others } = sortWords(specs, verb, words);
  // Help tells more where it knows what of.
  if (flags.help === true || flags.version === true)
    return { args: operands.before, flags, params: [], command: [] };

  const { args, params } = verb.takesParams
    ? splitParams(name, verb, operands.before, others)
    : { args: withoutUnknownFlags(name, verb, operands.before, others), params: [] };
  const { after } = operands;
  if (!verb.takesCommand) args.push(...after);
  checkArguments(name, verb, args);
  if (verb.takesCommand && after.length === 0) throw noCommand(name, verb);
  return { args, flags, params, command: verb.takesCommand ? after : [] };
}

interface SortedWords {
  flags: Record<string, string | boolean>;
  /** Words that are no flags, before and after `--`. */
  operands: { before: string[]; after: string[] };
  /** From the first flag on that is not akm's: it and every word after it that is not akm's either. */
  others: string[];
}

function sortWords(specs: readonly FlagSpec[], verb: Verb, words: readonly string[]): SortedWords {
  const sorted: SortedWords = { flags: {}, operands: { before: [], after: [] }, others: [] };
  const specOf = new Map(specs.map((spec) => [spec.name, spec]));
  let ended = false;
  let last = -1;
  for (const token of tokensOf(specs, words)) {
    const word = words[token.index] ?? "";
    if (token.kind === "option-terminator") {
      ended = true;
    } else if (token.kind === "positional") {
      if (ended) sorted.operands.after.push(word);
      else place(word, sorted);
    } else {
      const spec = specOf.get(token.name);
      // After the target `--version` belongs to the workflow (decision S8).
      const isOurs = spec !== undefined && !(verb.takesParams && token.rawName === "--version");
      if (isOurs) sorted.flags[spec.name] = flagValue(spec, token);
      else if (token.index !== last) place(word, sorted);
    }
    last = token.index;
  }
  return sorted;
}

interface OptionToken {
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function tokensOf(specs: readonly FlagSpec[], words: readonly string[]) {
  const options = Object.fromEntries(
    specs.map(({ name, short, value }) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const), ...(short && { short }) },
    ]),
  );
  return parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function place(word: string, sorted: SortedWords): void {
  const isFlag = word.startsWith("-") && word !== "-" && !NEGATIVE_NUMBER.test(word);
  if (isFlag || sorted.others.length > 0) sorted.others.push(word);
  else sorted.operands.before.push(word);
}

function flagValue(spec: FlagSpec, token: OptionToken): string | boolean {
  const { name, value: valueName } = spec;
  if (valueName === undefined) {
    if (token.value === undefined) return true;
    throw new AkmError("INVALID_FLAG_VALUE", `--${name} takes no value.`);
  }
  const { value } = token;
  const isNextFlag =
    !token.inlineValue && value?.startsWith("-") && value !== "-" && !NEGATIVE_NUMBER.test(value);
  if (value !== undefined && !isNextFlag) return value;
  throw new AkmError("INVALID_FLAG_VALUE", `--${name} needs a value: --${name} <${valueName}>.`);
}

function splitParams(
  name: string,
  verb: Verb,
  operands: readonly string[],
  others: readonly string[],
): { args: string[]; params: string[] } {
  const [target, ...extra] = operands;
  const [first] = others;
  if (target === undefined && first !== undefined) {
    throw new AkmError(
      "UNKNOWN_FLAG",
      `\`akm ${name}\` takes no flag ${flagName(first)} before its target.`,
      {
        hint: `Params come after it: akm ${name} <${verb.arguments[0]?.name}> ${flagName(first)} …`,
      },
    );
  }
  return { args: target === undefined ? [] : [target], params: [...extra, ...others] };
}

function withoutUnknownFlags(
  name: string,
  verb: Verb,
  operands: readonly string[],
  others: readonly string[],
): string[] {
  const [first] = others;
  if (first === undefined) return [...operands];
  const near = didYouMean(
    flagName(first),
    [...verb.flags, ...GLOBAL_FLAGS].map((flag) => `--${flag.name}`),
  );
  const elsewhere = verb.takesCommand
    ? `A command's own flags come after --: ${verb.example}`
    : `\`akm ${name} --help\` lists its flags.`;
  throw new AkmError("UNKNOWN_FLAG", `\`akm ${name}\` has no flag ${flagName(first)}.`, {
    hint: near === undefined ? elsewhere : `Did you mean ${near}?`,
  });
}

function flagName(word: string): string {
  return word.split("=", 1)[0] ?? word;
}

function checkArguments(name: string, verb: Verb, args: readonly string[]): void {
  const missing = verb.arguments.find((argument, index) => argument.required && args[index] === undefined);
  if (missing !== undefined) {
    throw new AkmError("MISSING_REQUIRED_ARGUMENT", `\`akm ${name}\` needs <${missing.name}>.`, {
      hint: `For example: ${verb.example}`,
    });
  }
  const extra = args[verb.arguments.length];
  if (extra === undefined || verb.takesWords || verb.arguments.at(-1)?.repeats) return;
  throw new AkmError("INVALID_FLAG_VALUE", `\`akm ${name}\` has no place for the argument "${extra}".`, {
    hint: verb.takesCommand
      ? `Put -- before the command: akm ${[name, ...args.slice(0, verb.arguments.length)].join(" ")} -- ${extra} …`
      : `\`akm ${name} --help\` shows how it is called.`,
  });
}

function noCommand(name: string, verb: Verb): AkmError {
  return new AkmError("MISSING_REQUIRED_ARGUMENT", `\`akm ${name}\` needs a command after --.`, {
    hint: `For example: ${verb.example}`,
  });
}
