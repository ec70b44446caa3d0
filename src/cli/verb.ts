import type { JsonObject } from "../contract/index.ts";
import type { Call } from "./call.ts";
import type { Ending } from "./exit.ts";
import type { Style } from "./style.ts";

export interface ArgumentSpec {
  name: string;
  summary: string;
  required: boolean;
  /** What completes it. */
  completes?: "workflow" | "run" | "config-key" | "shell" | "env" | "secret" | "task";
  /** Any number of words from here on. */
  repeats?: true;
}

export interface FlagSpec {
  /** Long name without its hyphens. */
  name: string;
  /** One letter without its hyphen. */
  short?: string;
  /** The name of its value in help; absent for a switch. */
  value?: string;
  summary: string;
}

/** One command of akm: what it is called with, and what it does. */
export interface Verb {
  summary: string;
  arguments: readonly ArgumentSpec[];
  flags: readonly FlagSpec[];
  /** Flags after the target that are not akm's own belong to the workflow (spec cli.md, "Params"). */
  takesParams?: true;
  /** Takes any number of words after `--`, as they are. */
  takesWords?: true;
  /** Runs the words after `--` as a command; without any it cannot do its work. */
  takesCommand?: true;
  /** Mends or examines the configuration, and so must run when it is broken. */
  worksWithBrokenConfig?: true;
  example: string;
  run(call: Call): Promise<Answer>;
}

/** What a command answers. A result goes to stdout in the format asked for; a command may also have printed all itself. */
export interface Answer {
  ending: Ending;
  result?: Result;
}

export interface Result {
  envelope: JsonObject;
  /** For people: lines without the final newline. */
  text(style: Style): string;
}
