export { findStructuredAnswer, type StructuredAnswer } from "./find-json.ts";
