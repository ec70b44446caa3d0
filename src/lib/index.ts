export { parseStrictJson, type StrictJson } from "./strict-json.ts";
export { formatPath, type JsonPath } from "./json-path.ts";
export * from "./json-schema/index.ts";
export { didYouMean } from "./did-you-mean.ts";
export { findCredentialLike } from "./credential-likeness.ts";
