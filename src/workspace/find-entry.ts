import { readdirSync } from "node:fs";

export type FoundEntry =
  | { kind: "one"; name: string }
  | { kind: "none" }
  /** Names that are equal once composed (Unicode NFC): nobody sees which of them is meant. */
  | { kind: "several"; names: string[] };

/**
 * The entry of a directory that a name in a ref stands for, the same on every file system: the only one that is equal in
 * Unicode NFC, however either is spelled. Case always counts.
 */
export function findEntry(directory: string, name: string): FoundEntry {
  const composed = name.normalize("NFC");
  const [first, ...others] = entriesOf(directory).filter((entry) => entry.normalize("NFC") === composed);
  if (first === undefined) return { kind: "none" };
  return others.length === 0 ? { kind: "one", name: first } : { kind: "several", names: [first, ...others] };
}

/** Nothing for what is no directory or may not be read. */
export function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
