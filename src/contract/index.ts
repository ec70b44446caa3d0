export * from "./bounds.ts";
export * from "./failure-reasons.ts";
export * from "./engines.ts";
export type { Json, JsonObject } from "./json.ts";
export * from "./names.ts";
export * from "./statuses.ts";
export * from "./versions.ts";
export * from "./output-formats.ts";
export * from "./scripts.ts";
