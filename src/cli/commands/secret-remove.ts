import { removeNamed } from "../secrets/remove-named.ts";
import type { Verb } from "../verb.ts";

export const secretRemove: Verb = {
  summary: "Delete a secret",
  arguments: [{ name: "ref", summary: "secrets/<name>", required: true, completes: "secret" }],
  flags: [],
  example: "akm secret remove secrets/deploy-token",
  run: (call) => removeNamed(call, "secrets"),
};
