import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { Call } from "../call.ts";
import type { Answer, Verb } from "../verb.ts";

export const secretList: Verb = {
  summary: "List the secrets of all bundles by name",
  arguments: [],
  flags: [],
  example: "akm secret list",
  run: list,
};

async function list(call: Call): Promise<Answer> {
  const { listAssets } = await call.machine.disk();
  const bundles = await (await call.machine.workspace()).bundles();
  const refs = bundles.flatMap((bundle) => listAssets(bundle, "secrets")).map(({ ref }) => ref);
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "secret-list",
        schemaVersion: RESULT_SCHEMA_VERSION,
        secrets: refs.map((ref) => ({ ref })),
      },
      text: () =>
        refs.length === 0 ? "There are no secrets. Store one with akm secret set <name>." : refs.join("\n"),
    },
  };
}
