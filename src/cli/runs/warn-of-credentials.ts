import type { JsonObject } from "../../contract/index.ts";
import { findCredentialLike } from "../../lib/index.ts";
import type { Call } from "../call.ts";

const PLACES = {
  param: "Params are stored and shown; give secrets to a unit through env: instead.",
  input: "Inputs are stored and shown; give secrets to a task through env: instead.",
} as const;

/** A word about each value that looks like a credential; the run goes on (decision R17). */
export function warnOfCredentials({ say }: Call, values: JsonObject, kind: keyof typeof PLACES): void {
  for (const path of findCredentialLike(values))
    say.warning(`The ${kind} ${path} looks like a credential. ${PLACES[kind]}`);
}
