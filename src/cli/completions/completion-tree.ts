import { RootCommand } from "@bomb.sh/tab";
import type { Call } from "../call.ts";
import { GLOBAL_FLAGS } from "../global-flags.ts";
import type { ArgumentSpec, FlagSpec } from "../verb.ts";
import { GROUPS, VERBS } from "../verbs.ts";
import { type Completable, candidatesFor } from "./candidates.ts";

/** Every command with its flags, and what its arguments may be on this machine now. */
export async function completionTree(call: Call): Promise<RootCommand> {
  const root = new RootCommand();
  for (const [group, summary] of Object.entries(GROUPS)) root.command(group, summary);
  for (const [name, entry] of Object.entries(VERBS)) {
    const verb = await entry.load();
    const command = root.command(name, entry.summary);
    for (const flag of [...verb.flags, ...GLOBAL_FLAGS]) await addFlag(command, flag, call);
    for (const argument of verb.arguments) await addArgument(command, argument, call);
  }
  return root;
}

type Command = ReturnType<RootCommand["command"]>;

const FLAG_VALUES: Readonly<Record<string, Completable>> = {
  format: "format",
  ref: "workflow",
  run: "run",
  type: "event-type",
};

async function addFlag(command: Command, flag: FlagSpec, call: Call): Promise<void> {
  if (flag.value === undefined) {
    if (flag.short === undefined) command.option(flag.name, flag.summary);
    else command.option(flag.name, flag.summary, flag.short);
    return;
  }
  const of = FLAG_VALUES[flag.name];
  const candidates = of === undefined ? [] : await candidatesFor(call, of);
  command.option(flag.name, flag.summary, (complete) => {
    for (const { value, summary } of candidates) complete(value, summary);
  });
}

async function addArgument(command: Command, argument: ArgumentSpec, call: Call): Promise<void> {
  if (argument.completes === undefined) return;
  const candidates = await candidatesFor(call, argument.completes);
  command.argument(argument.name, (complete) => {
    for (const { value, summary } of candidates) complete(value, summary);
  });
}
