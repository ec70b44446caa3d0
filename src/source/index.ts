export type * from "./workflow.ts";
export type { Finding, ReadResult } from "./findings.ts";
export { FINDING_CODES, type FindingCode } from "./finding-codes.ts";
export { readWorkflow } from "./read-workflow.ts";
export { readMarkdown } from "./read-markdown.ts";
export { type ParsedReference, parseReference, type PathSegment, type Reference } from "./references.ts";
export { type ParsedTimeout, parseTimeout } from "./timeout.ts";
export { execCwdProblem } from "./exec-cwd.ts";
export { replaceArguments } from "./replace-arguments.ts";
