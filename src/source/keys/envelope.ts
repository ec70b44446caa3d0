import { anything } from "../forms/anything.ts";
import { choice } from "../forms/choice.ts";
import { list } from "../forms/list.ts";
import { optional, required } from "../forms/record.ts";
import { text } from "../forms/text.ts";

const date = text({ allowDate: true });

/** Keys that say how far an asset can be trusted and for how long; akm passes them over. */
const TRUST_KEYS = [
  "okf_version",
  "status",
  "lifecycle",
  "trust",
  "confidence",
  "owner",
  "source",
  "sources",
  "created",
  "generated",
  "verified",
  "since",
  "until",
  "stale_after",
] as const;

const trustField = optional(anything, "Metadata for people and other tools.");
const trust = Object.fromEntries(TRUST_KEYS.map((key) => [key, trustField])) as Record<
  (typeof TRUST_KEYS)[number],
  typeof trustField
>;

/** What every asset says of itself, whatever its type. */
export const envelope = {
  type: required(choice(["workflow"]), "What the file is."),
  description: required(text(), "What the workflow does, one sentence."),
  tags: optional(list(text()), "Words to find it by."),
  when_to_use: optional(text(), "When to choose this workflow."),
  xrefs: optional(list(text()), "Refs of related assets."),
  updated: optional(date, "When it was last changed."),
  timestamp: optional(date, "When it was last changed."),
  ...trust,
};
