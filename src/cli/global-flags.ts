import type { FlagSpec } from "./verb.ts";

/** Flags that every command takes. */
export const GLOBAL_FLAGS: readonly FlagSpec[] = [
  { name: "format", value: "format", summary: "text, json, jsonl or yaml" },
  { name: "quiet", short: "q", summary: "Say nothing beside the result" },
  { name: "verbose", short: "v", summary: "Say more" },
  { name: "no-color", summary: "Never use colour" },
  { name: "help", short: "h", summary: "Show how a command is used" },
  { name: "version", short: "V", summary: "Show the version of akm" },
];
