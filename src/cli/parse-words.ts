import { Command, Option } from "commander";
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

/**
 * Reads the words after a command's name. Flags may stand anywhere before `--`. Errors: `UNKNOWN_FLAG`,
 * `INVALID_FLAG_VALUE`, `MISSING_REQUIRED_ARGUMENT`.
 */
export function parseWords(name: string, verb: Verb, words: readonly string[]): ParsedWords {
  const specs = [...verb.flags, ...GLOBAL_FLAGS];
  const command = new Command(name).allowUnknownOption();
  for (const flag of specs) command.addOption(toOption(flag, verb));
  const end = words.indexOf("--");
  const before = end === -1 ? words : words.slice(0, end);
  const { operands, unknown } = command.parseOptions([...before]);
  const flags = namedFlags(command.opts(), specs);
  if (flags.help === true || flags.version === true) return { args: [], flags, params: [], command: [] };

  const { args, params } = verb.takesParams
    ? splitParams(name, verb, operands, unknown)
    : { args: withoutUnknownFlags(name, specs, operands, unknown), params: [] };
  const after = end === -1 ? [] : words.slice(end + 1);
  if (!verb.takesCommand) args.push(...after);
  checkArguments(name, verb, args);
  if (verb.takesCommand && after.length === 0) throw noCommand(name, verb);
  return { args, flags, params, command: verb.takesCommand ? after : [] };
}

/** Values are optional to commander, so that one left out is told from a flag that happens to follow. */
function toOption(flag: FlagSpec, verb: Verb): Option {
  // After the target the word belongs to the workflow (decision S8), so there it is not akm's.
  const long = verb.takesParams && flag.name === "version" ? "" : `, --${flag.name}`;
  const names = flag.short === undefined ? `--${flag.name}` : `-${flag.short}${long}`;
  const option = new Option(flag.value === undefined ? names : `${names} [${flag.value}]`);
  option.attributeName = () => flag.name;
  return option;
}

function namedFlags(values: Record<string, unknown>, specs: readonly FlagSpec[]): FlagValues {
  const flags: Record<string, string | boolean | undefined> = {};
  for (const { name, value } of specs) {
    const given = name === "no-color" ? values[name] === false : values[name];
    if (value !== undefined && given === true) {
      throw new AkmError("INVALID_FLAG_VALUE", `--${name} needs a value: --${name} <${value}>.`);
    }
    if (typeof given === "string" || typeof given === "boolean") flags[name] = given;
  }
  return flags;
}

function splitParams(
  name: string,
  verb: Verb,
  operands: readonly string[],
  unknown: readonly string[],
): { args: string[]; params: string[] } {
  const [target, ...extra] = operands;
  const [first] = unknown;
  if (target === undefined && first !== undefined) {
    throw new AkmError(
      "UNKNOWN_FLAG",
      `\`akm ${name}\` takes no flag ${flagName(first)} before its target.`,
      {
        hint: `Params come after it: akm ${name} <${verb.arguments[0]?.name}> ${flagName(first)} …`,
      },
    );
  }
  return { args: target === undefined ? [] : [target], params: [...extra, ...unknown] };
}

function withoutUnknownFlags(
  name: string,
  specs: readonly FlagSpec[],
  operands: readonly string[],
  unknown: readonly string[],
): string[] {
  const [first] = unknown;
  if (first === undefined) return [...operands];
  const known = specs.map((flag) => `--${flag.name}`);
  const near = didYouMean(flagName(first), known);
  throw new AkmError("UNKNOWN_FLAG", `\`akm ${name}\` has no flag ${flagName(first)}.`, {
    hint: near === undefined ? `\`akm ${name} --help\` lists its flags.` : `Did you mean ${near}?`,
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
    hint: `\`akm ${name} --help\` shows how it is called.`,
  });
}

function noCommand(name: string, verb: Verb): AkmError {
  return new AkmError("MISSING_REQUIRED_ARGUMENT", `\`akm ${name}\` needs a command after --.`, {
    hint: `For example: ${verb.example}`,
  });
}
