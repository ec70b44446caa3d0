import { AkmError } from "../errors/index.ts";
import { didYouMean } from "../lib/index.ts";
import { GLOBAL_FLAGS } from "./global-flags.ts";
import { GROUPS, HIDDEN_VERBS, RETIRED_VERBS, VERBS, type VerbEntry } from "./verbs.ts";

export type FoundVerb =
  | { kind: "verb"; name: string; entry: VerbEntry; rest: string[] }
  /** No command was named: the root, or a group alone. */
  | { kind: "group"; group: string | undefined; rest: string[] };

/** Takes the words that name a command out of the others. Errors: `UNKNOWN_COMMAND`. */
export function findVerb(words: readonly string[]): FoundVerb {
  const first = nextWord(words, 0);
  if (first === undefined) return { kind: "group", group: undefined, rest: [...words] };
  const one = words[first] ?? "";
  const rest = words.toSpliced(first, 1);
  // As many other programs have it; the flags are what akm's own pages name.
  if (one === "help") return findVerb([...rest, "--help"]);
  if (one === "version") return { kind: "group", group: undefined, rest: ["--version"] };
  if (!Object.hasOwn(GROUPS, one)) return verbNamed(one, rest);

  const second = nextWord(rest, first);
  if (second === undefined) return { kind: "group", group: one, rest };
  return verbNamed(`${one} ${rest[second] ?? ""}`, rest.toSpliced(second, 1));
}

function verbNamed(name: string, rest: string[]): FoundVerb {
  for (const verbs of [VERBS, HIDDEN_VERBS]) {
    const entry = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (entry !== undefined) return { kind: "verb", name, entry, rest };
  }
  if (Object.hasOwn(RETIRED_VERBS, name)) {
    throw new AkmError("UNKNOWN_COMMAND", `\`akm ${name}\` is no longer a command.`, {
      hint: RETIRED_VERBS[name] ?? "",
    });
  }
  throw unknownCommand(name);
}

function unknownCommand(name: string): AkmError {
  return new AkmError("UNKNOWN_COMMAND", `There is no command \`akm ${name}\`.`, {
    hint: wayOn(name),
  });
}

/** What other programs call a command that some groups have. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["rm", "remove"],
  ["delete", "remove"],
  ["ls", "list"],
]);

/** Within a group never another group's command: what is near in name may do harm there. */
function wayOn(name: string): string {
  const [first = "", second] = name.split(" ");
  if (second === undefined || !Object.hasOwn(GROUPS, first)) {
    const near = didYouMean(name, [...Object.keys(VERBS), ...Object.keys(GROUPS)]);
    const meant = near === undefined ? Object.keys(VERBS).filter(isLast(name)) : [near];
    return meant.length === 0 ? "`akm --help` lists the commands." : `Did you mean ${spelled(meant)}?`;
  }
  const own = Object.keys(VERBS).flatMap((verb) =>
    verb.startsWith(`${first} `) ? [verb.slice(first.length + 1)] : [],
  );
  if (Object.hasOwn(VERBS, second)) return `Did you mean ${spelled([second])}?`;
  const near = SYNONYMS.get(second) ?? didYouMean(second, own);
  if (near !== undefined && own.includes(near)) return `Did you mean ${spelled([`${first} ${near}`])}?`;
  return `\`akm ${first}\` has ${own.join(", ")}.`;
}

function isLast(word: string): (verb: string) => boolean {
  return (verb) => verb.split(" ")[1] === word;
}

function spelled(verbs: readonly string[]): string {
  return verbs.map((verb) => `\`akm ${verb}\``).join(" or ");
}

/** The index of the next word that is neither a global flag nor the value of one. */
function nextWord(words: readonly string[], from: number): number | undefined {
  for (let index = from; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--") return undefined;
    if (!word.startsWith("-") || word === "-") return index;
    if (GLOBAL_FLAGS.some((flag) => flag.value !== undefined && word === `--${flag.name}`)) index += 1;
  }
  return undefined;
}
