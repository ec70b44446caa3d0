import { removeNamed } from "../secrets/remove-named.ts";
import type { Verb } from "../verb.ts";

export const envRemove: Verb = {
  summary: "Delete an env file",
  arguments: [{ name: "ref", summary: "env/<name>", required: true, completes: "env" }],
  flags: [],
  example: "akm env remove env/ci",
  run: (call) => removeNamed(call, "env"),
};
