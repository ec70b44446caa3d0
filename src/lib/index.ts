export { canonicalJson } from "./canonical-json.ts";
export { parseStrictJson, type StrictJson, type StrictJsonOptions } from "./strict-json.ts";
export { sha256Hex } from "./sha256.ts";
export { formatPath, joinPath, type JsonPath } from "./json-path.ts";
export * from "./json-schema/index.ts";
export { hasLoneSurrogate } from "./lone-surrogate.ts";
export { didYouMean } from "./did-you-mean.ts";
export { findCredentialLike } from "./credential-likeness.ts";
