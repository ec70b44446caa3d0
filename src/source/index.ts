export type * from "./workflow.ts";
export type { Finding } from "./findings.ts";
export { type ParsedReference, parseReference, type PathSegment, type Reference } from "./references.ts";
export { readMarkdown } from "./read-markdown.ts";
export { unsupportedKeys } from "./unsupported-keys.ts";
