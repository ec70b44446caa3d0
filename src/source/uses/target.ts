import { ASSET_FAMILIES, assetFamilyOf, meantAssetRef } from "../asset-refs.ts";
import type { Form } from "../forms/form.ts";
import { readText } from "../forms/text.ts";
import type { AssetFamily, Position } from "../workflow.ts";

/** What a `uses` names. */
export type UsesTarget =
  | { kind: "action"; at: Position }
  | { kind: "asset"; at: Position; family: AssetFamily; ref: string };

/** The one action that is built in. */
const COMMAND_ACTION = "akm/command";

/** A `uses`: `akm/command`, or an asset's ref. */
export const usesTarget: Form<UsesTarget> = {
  schema: { type: "string" },
  read(node, name, report) {
    const text = readText(node, name, report);
    if (text === undefined) return undefined;
    if (text === COMMAND_ACTION) return { kind: "action", at: node.at };
    const family = assetFamilyOf(text);
    if (family !== undefined) return { kind: "asset", at: node.at, family, ref: text };
    const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
    return report.error("unsupported-uses-target", node.at, () => `\`${name}: ${shown}\` ${explain(text)}`);
  },
};

/** Actions that most files begin with, by the start of their locator, and what takes their place. */
const ACTION_NOTES: readonly (readonly [start: string, advice: string])[] = [
  ["actions/checkout@", "the steps work in the project as it lies on this machine; take the step out"],
  ["actions/upload-artifact@", "the files stay where the step wrote them; take the step out"],
  ["actions/download-artifact@", "the files lie where the earlier step wrote them; take the step out"],
  ["actions/github-script@", "put the script into `scripts/` and say `uses: scripts/<name>.js`"],
];

const CACHE = /(?:^|\/)[^/@]*cache[^/@]*(?:[/@]|$)/i;
const SETUP = /(?:^|\/)[^/@]*(?:setup|toolchain|install)[^/@]*(?:@|$)/i;

function explain(text: string): string {
  if (text.startsWith("./") || text.startsWith("../")) {
    return "is a local action, which akm does not run: put its commands into a script and say `uses: scripts/<name>.sh`";
  }
  if (text.startsWith("docker://"))
    return "is a Docker action, which akm does not run: call the container program with `run`";
  const meant = meantAssetRef(text);
  if (meant !== undefined && !text.includes("@")) return `names nothing; did you mean \`${meant}\`?`;
  if (/^[^/\s@]+\/[^@\s]+@\S+$/.test(text))
    return `is a GitHub action, which akm neither fetches nor runs: ${instead(text)}`;
  const families = ASSET_FAMILIES.map((family) => `\`${family}/<name>\``).join(", ");
  return `names nothing: ${families} and \`${COMMAND_ACTION}\` are taken`;
}

function instead(action: string): string {
  const known = ACTION_NOTES.find(([start]) => action.startsWith(start));
  if (known !== undefined) return known[1];
  if (CACHE.test(action)) return "what a step leaves on disk is there the next time; take the step out";
  if (SETUP.test(action))
    return "the tools of this machine are used; install them once and take the step out";
  return "call the program that does the work with `run`";
}
