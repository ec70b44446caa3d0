import { Command } from "commander";
import { GLOBAL_FLAGS } from "./global-flags.ts";
import type { FlagSpec, Verb } from "./verb.ts";
import { GROUPS, VERBS } from "./verbs.ts";

const WIDTH = 100;

/** How one command is used, with an example; `more` stands between. Lines without the final newline. */
export function verbHelp(name: string, verb: Verb, more = ""): string {
  const command = blankCommand(`akm ${name}`).description(`${verb.summary}.`);
  for (const { name: word, required, repeats, summary } of verb.arguments) {
    const spelled = repeats ? `${word}...` : word;
    command.argument(required ? `<${spelled}>` : `[${spelled}]`, summary);
  }
  const params = verb.takesParams ? " [--<param> <value> …]" : "";
  const program = verb.takesCommand ? " -- <command> [argument …]" : "";
  command.usage([...command.registeredArguments.map(usageOf), "[flags]"].join(" ") + params + program);
  for (const flag of [...verb.flags, ...GLOBAL_FLAGS]) command.option(flagNames(flag), flag.summary);
  const section = more === "" ? "" : `\n${more}\n`;
  command.addHelpText("after", `${section}\nExample:\n  ${verb.example}`);
  return rendered(command);
}

/** The commands of a group, or of akm itself. */
export function groupHelp(group: string | undefined): string {
  const prefix = group === undefined ? "" : `${group} `;
  const command = blankCommand(group === undefined ? "akm" : `akm ${group}`)
    .description(`${group === undefined ? "Runs many-step work from a readable file" : GROUPS[group]}.`)
    .usage("<command> [flags]");
  for (const [name, { summary }] of Object.entries(VERBS)) {
    if (name.startsWith(prefix)) command.addCommand(new Command(name.slice(prefix.length)).summary(summary));
  }
  for (const flag of GLOBAL_FLAGS) command.option(flagNames(flag), flag.summary);
  command.addHelpText("after", `\nHelp on one command: akm ${prefix}<command> --help`);
  return rendered(command);
}

function blankCommand(name: string): Command {
  return new Command(name).helpOption(false).helpCommand(false).configureHelp({ helpWidth: WIDTH });
}

function rendered(command: Command): string {
  const lines: string[] = [];
  command.configureOutput({ writeOut: (text) => lines.push(text) });
  command.outputHelp();
  return lines.join("").trimEnd();
}

function usageOf(argument: { name(): string; required: boolean; variadic: boolean }): string {
  const name = argument.variadic ? `${argument.name()} …` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

function flagNames({ name, short, value }: FlagSpec): string {
  const long = value === undefined ? `--${name}` : `--${name} <${value}>`;
  return short === undefined ? long : `-${short}, ${long}`;
}
