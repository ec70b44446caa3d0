import { ENV_NAME_PATTERN } from "../../contract/index.ts";
import { dictionary, type Named } from "../forms/dictionary.ts";
import { type Form, transform } from "../forms/form.ts";
import { list } from "../forms/list.ts";
import { oneOrMore } from "../forms/one-or-more.ts";
import { record, required } from "../forms/record.ts";
import { text } from "../forms/text.ts";
import type { EnvBinding } from "../workflow.ts";

/** Path segments that are neither empty nor lead elsewhere, with no blank, backslash or control character. */
const SEGMENTS = "(?!\\.{1,2}(?:/|$))[^\\s/\\\\]+(?:/(?!\\.{1,2}(?:/|$))[^\\s/\\\\]+)*$";
const ENV_REF = new RegExp(`^(?:[^\\s/\\\\]+//)?env/${SEGMENTS}`);
const SECRET_REF = new RegExp(`^(?:[^\\s/\\\\]+//)?secrets/${SEGMENTS}`);

const groupRef = text({ pattern: { regex: ENV_REF, rule: "must name an env asset as env/<name>" } });

const secretRef = text({
  pattern: {
    regex: SECRET_REF,
    rule: 'must be secrets/<name>, or { value: "…" } for a literal',
  },
});

const literal = record(
  {
    value: required(
      transform(text({ blank: "allowed" }), (value, node, name, report) =>
        value.includes("\u0000")
          ? report.error("invalid-text", node.at, `\`${name}\` holds a NUL character`)
          : { text: value },
      ),
      "The text itself; never a secret, since it stands in this file.",
    ),
  },
  { what: "a literal" },
);

type Source = { kind: "secret"; ref: string } | { kind: "literal"; value: string };

const source: Form<Source> = {
  schema: { anyOf: [secretRef.schema, literal.schema] },
  read(node, name, report) {
    if (node.kind === "mapping") {
      const value = literal.read(node, name, report);
      return value === undefined ? undefined : { kind: "literal", value: value.value.text };
    }
    const ref = secretRef.read(node, name, report);
    return ref === undefined ? undefined : { kind: "secret", ref };
  },
};

const entries: Form<EnvBinding[]> = transform(
  dictionary(source, { namePattern: ENV_NAME_PATTERN }),
  (values: Named<Source>[]) => values.map(({ name, at, value }) => ({ ...value, name, at })),
);

const group: Form<EnvBinding[]> = transform(groupRef, (ref, node) => [{ kind: "group", ref, at: node.at }]);

const groupOrEntries: Form<EnvBinding[]> = {
  schema: { anyOf: [group.schema, entries.schema] },
  read: (node, name, report) =>
    node.kind === "mapping" ? entries.read(node, name, report) : group.read(node, name, report),
};

/** A unit's environment bindings, later ones winning (decision S4); a bare mapping is a list of one. */
export const env: Form<EnvBinding[]> = oneOrMore(entries, list(groupOrEntries));
