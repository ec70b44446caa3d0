import { ENV_NAME_PATTERN } from "../../../contract/index.ts";
import type { YamlEntry } from "../../yaml/yaml-node.ts";
import { type Conversion, shown } from "./conversion.ts";

/** What a variable is bound to. */
export type ImportedValue = { kind: "literal"; value: string } | { kind: "secret"; ref: string };

/** Variables by name, later ones over earlier ones. */
export type ImportedEnv = ReadonlyMap<string, ImportedValue>;

/** A value that is one secret and nothing else. */
const SECRET = /^\s*\$\{\{\s*secrets\.([A-Za-z_][A-Za-z0-9_-]*)\s*\}\}\s*$/;

export function importEnv({ key, value }: YamlEntry, conversion: Conversion): ImportedEnv {
  const env = new Map<string, ImportedValue>();
  if (value.kind === "scalar" && value.value === null) return env;
  if (value.kind !== "mapping") {
    conversion.refuse(value.at, `\`${key}\` is no mapping`);
    return env;
  }
  for (const entry of value.entries) {
    const imported = importValue(entry, conversion);
    if (!ENV_NAME_PATTERN.test(entry.key))
      conversion.refuse(entry.keyAt, `a variable cannot be called \`${shown(entry.key)}\``);
    else if (imported !== undefined) env.set(entry.key, imported);
  }
  return env;
}

function importValue(entry: YamlEntry, conversion: Conversion): ImportedValue | undefined {
  const { value, key, keyAt } = entry;
  const secret = value.kind === "scalar" ? SECRET.exec(value.source)?.[1] : undefined;
  if (secret !== undefined) {
    conversion.drop(
      keyAt,
      `\`${key}\` is taken from the secret \`secrets/${secret}\`: store it with \`akm secret set ${secret}\``,
    );
    return { kind: "secret", ref: `secrets/${secret}` };
  }
  const text = conversion.text(entry);
  return text === undefined ? undefined : { kind: "literal", value: text };
}
