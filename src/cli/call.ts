import type { Machine } from "../compose.ts";
import { AkmError } from "../errors/index.ts";
import type { OutputFormat } from "./format.ts";
import type { Host } from "./host.ts";
import type { Speaker } from "./speaker.ts";

export type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

/** One command being carried out: what was asked, and with what. */
export interface Call {
  args: readonly string[];
  flags: FlagValues;
  /** Words after the target that are not akm's, as typed. */
  params: readonly string[];
  /** Of a verb that runs a command: its program and arguments. */
  command: readonly string[];
  format: OutputFormat;
  /** True when `--format` or `AKM_FORMAT` said so, rather than a default. */
  formatStated: boolean;
  host: Host;
  machine: Machine;
  say: Speaker;
}

/** A required argument; the parser has checked that it is there. */
export function argumentAt(call: Call, index: number): string {
  return call.args[index] ?? "";
}

export function switchOn(call: Call, name: string): boolean {
  return call.flags[name] === true;
}

export function textFlag(call: Call, name: string): string | undefined {
  const value = call.flags[name];
  return typeof value === "string" ? value : undefined;
}

/** A whole number from `min` up. Errors: `INVALID_FLAG_VALUE`. */
export function countFlag(call: Call, name: string, min: number): number | undefined {
  const text = textFlag(call, name);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(count) && count >= min) return count;
  throw new AkmError("INVALID_FLAG_VALUE", `--${name} is "${text}", not a whole number from ${min} up.`);
}
