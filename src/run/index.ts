export * from "./records.ts";
export type * from "./journal-entries.ts";
