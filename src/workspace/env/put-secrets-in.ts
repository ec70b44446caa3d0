import type { EnvEntry } from "../../ports/index.ts";
import { parseAssetRef } from "../assets/asset-ref.ts";
import type { Asset } from "../assets/find-asset.ts";
import { readSecret } from "../secrets/read-secret.ts";

export type FilledEntries =
  | { ok: true; entries: EnvEntry[]; secrets: EnvEntry[]; warnings: string[] }
  | { ok: false; message: string };

const PLACEHOLDER = /\$\{secret:([^}\r\n]+)\}/g;

/** Replaces each `${secret:NAME}` in the values by the secret `NAME` of the same bundle, and of no other. */
export function putSecretsIn(entries: readonly EnvEntry[], { bundle }: Asset): FilledEntries {
  const secrets = new Map<string, EnvEntry>();
  const warnings: string[] = [];
  for (const { name, value } of entries) {
    for (const [, secretName = ""] of value.matchAll(PLACEHOLDER)) {
      if (secrets.has(secretName)) continue;
      const ref = parseAssetRef(`secrets/${secretName}`, "secrets");
      if (ref === undefined) return unresolved(name, `secrets/${secretName} is no ref`);
      const read = readSecret(ref, [bundle]);
      if (!read.ok) return unresolved(name, read.message);
      secrets.set(secretName, { name: read.asset.ref, value: read.value });
      warnings.push(...read.warnings);
    }
  }
  const filled = entries.map(({ name, value }) => ({
    name,
    value: value.replaceAll(PLACEHOLDER, (_, secretName: string) => secrets.get(secretName)?.value ?? ""),
  }));
  return { ok: true, entries: filled, secrets: [...secrets.values()], warnings };
}

function unresolved(variable: string, why: string): FilledEntries {
  return { ok: false, message: `the value of ${variable} names a secret: ${why}` };
}
