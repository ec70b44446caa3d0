import { assetRefPattern, assetRefStart, ENV_NAME_PATTERN } from "../../contract/index.ts";
import { dictionary, type Named } from "../forms/dictionary.ts";
import { type Form, transform } from "../forms/form.ts";
import { list } from "../forms/list.ts";
import { oneOrMore } from "../forms/one-or-more.ts";
import { record, required } from "../forms/record.ts";
import { text } from "../forms/text.ts";
import type { EnvBinding } from "../workflow.ts";

const ENV_REF = assetRefPattern("env");
const SECRET_REF = assetRefPattern("secrets");
/** A text that is meant for a secret's ref, well-formed or not. */
const SECRET_START = assetRefStart("secrets");

const groupRef = text({ pattern: { regex: ENV_REF, rule: "must name an env asset as env/<name>" } });

const secretRef = text({
  pattern: {
    regex: SECRET_REF,
    rule: 'must be secrets/<name>, or { value: "…" } for a literal',
  },
});

const literalText: Form<string> = withoutNul(text({ blank: "allowed" }));

const literal = record(
  {
    value: required(
      transform(literalText, (value) => ({ text: value })),
      "The text itself; never a secret, since it stands in this file.",
    ),
  },
  { what: "a literal" },
);

type Source = { kind: "secret"; ref: string } | { kind: "literal"; value: string };

/** A secret's ref, or a literal in a mapping. */
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

/** A date is text to YAML, and as a plain value it stays it (case B38). */
const plainText: Form<string> = withoutNul(text({ blank: "allowed", allowDate: true }));

/** The same, and every other text a literal as it stands. */
const plainSource: Form<Source> = {
  schema: { anyOf: [source.schema, plainText.schema] },
  read(node, name, report) {
    if (node.kind === "mapping" || (node.kind === "scalar" && SECRET_START.test(node.source)))
      return source.read(node, name, report);
    const value = plainText.read(node, name, report);
    return value === undefined ? undefined : { kind: "literal", value };
  },
};

const group: Form<EnvBinding[]> = transform(groupRef, (ref, node) => [{ kind: "group", ref, at: node.at }]);

/** A unit's environment bindings, later ones winning (decision S4); a bare mapping is a list of one. */
export const env: Form<EnvBinding[]> = bindings(source);

/** The same where a plain value is a literal, as in GitHub's files. */
export const plainEnv: Form<EnvBinding[]> = bindings(plainSource);

/** A mapping of literals alone. */
export const literalEnv: Form<EnvBinding[]> = entriesOf({
  schema: { anyOf: [literal.schema, plainText.schema] },
  read(node, name, report) {
    const value = plainSource.read(node, name, report);
    if (value?.kind !== "secret") return value;
    const message = `\`${name}\` takes a literal alone; bind the secret \`${value.ref}\` in the step that uses the task`;
    return report.error("invalid-value", node.at, message);
  },
});

function bindings(value: Form<Source>): Form<EnvBinding[]> {
  const entries = entriesOf(value);
  const groupOrEntries: Form<EnvBinding[]> = {
    schema: { anyOf: [group.schema, entries.schema] },
    read: (node, name, report) =>
      node.kind === "mapping" ? entries.read(node, name, report) : group.read(node, name, report),
  };
  return oneOrMore(entries, list(groupOrEntries));
}

function entriesOf(value: Form<Source>): Form<EnvBinding[]> {
  return transform(dictionary(value, { namePattern: ENV_NAME_PATTERN }), (named: Named<Source>[]) =>
    named.map(({ name, at, value: from }) => ({ ...from, name, at })),
  );
}

function withoutNul(form: Form<string>): Form<string> {
  return transform(form, (value, node, name, report) =>
    value.includes("\u0000")
      ? report.error("invalid-text", node.at, `\`${name}\` holds a NUL character`)
      : value,
  );
}
