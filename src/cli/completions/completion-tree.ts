import { RootCommand } from "@bomb.sh/tab";
import type { Call } from "../call.ts";
import { GLOBAL_FLAGS } from "../global-flags.ts";
import type { ArgumentSpec, FlagSpec } from "../verb.ts";
import { GROUPS, VERBS } from "../verbs.ts";
import { type Candidate, type Completable, candidatesFor } from "./candidates.ts";

/**
 * Every command with its flags; and, of the command that `words` begin with alone, what its values may be on this machine
 * now.
 */
export async function completionTree(call: Call, words: readonly string[]): Promise<RootCommand> {
  const root = new RootCommand();
  for (const [group, summary] of Object.entries(GROUPS)) root.command(group, summary);
  for (const [name, entry] of Object.entries(VERBS)) {
    const verb = await entry.load();
    const command = root.command(name, entry.summary);
    const asked = words.slice(0, name.split(" ").length).join(" ") === name;
    const offer = (of: Completable | undefined): Promise<Candidate[]> =>
      of === undefined || !asked ? Promise.resolve([]) : candidatesFor(call, of);
    for (const flag of [...verb.flags, ...GLOBAL_FLAGS])
      addFlag(command, flag, await offer(completableOf(name, flag)));
    for (const argument of verb.arguments) addArgument(command, argument, await offer(argument.completes));
  }
  return root;
}

type Command = ReturnType<RootCommand["command"]>;

const FLAG_VALUES: Readonly<Record<string, Completable>> = {
  format: "format",
  ref: "workflow",
  run: "run",
};

/** One name may stand for different values: `--type` of the log is an event's, of lint a kind of file. */
function completableOf(verb: string, flag: FlagSpec): Completable | undefined {
  if (flag.value === undefined) return undefined;
  return verb === "log" && flag.name === "type" ? "event-type" : FLAG_VALUES[flag.name];
}

function addFlag(command: Command, flag: FlagSpec, candidates: readonly Candidate[]): void {
  if (flag.value === undefined) {
    if (flag.short === undefined) command.option(flag.name, flag.summary);
    else command.option(flag.name, flag.summary, flag.short);
    return;
  }
  command.option(flag.name, flag.summary, (complete) => {
    for (const { value, summary } of candidates) complete(value, summary);
  });
}

function addArgument(command: Command, argument: ArgumentSpec, candidates: readonly Candidate[]): void {
  if (argument.completes === undefined) return;
  command.argument(argument.name, (complete) => {
    for (const { value, summary } of candidates) complete(value, summary);
  });
}
