import { Composer, type YAMLParseError } from "yaml";
import type { PositionAt } from "../line-index.ts";
import type { Report } from "../report.ts";
import { NodeBuilder } from "./build-nodes.ts";
import { collectTokens } from "./collect-tokens.ts";
import { reportControlCharacters } from "./control-characters.ts";
import type { YamlNode } from "./yaml-node.ts";

/**
 * Reads one YAML 1.2 document by the core schema, without the parts of YAML that surprise (decision S3). `positionAt`
 * turns an offset in `text` into a place in the file. Text without a value is an empty mapping. Undefined, after the
 * findings, when the text is no YAML to go on with.
 */
export function readYaml(text: string, positionAt: PositionAt, report: Report): YamlNode | undefined {
  if (reportControlCharacters(text, positionAt, report)) return undefined;
  const collected = collectTokens(text, positionAt, report);
  if (collected === undefined) return undefined;
  const composer = new Composer({ version: "1.2", schema: "core", uniqueKeys: false, intAsBigInt: true });
  // The library looks for repeated keys pair by pair, which takes minutes on a large mapping: NodeBuilder does it.
  const [document] = composer.compose(collected.tokens, true, text.length);
  if (document === undefined) return undefined;
  if (document.errors.length > 0) {
    // What follows a refused construct is often broken only because of it.
    if (!collected.refused) reportErrors(document.errors, positionAt, report);
    return undefined;
  }
  if (document.contents === null) return { kind: "mapping", at: positionAt(0), entries: [] };
  return new NodeBuilder(positionAt, report).build(document.contents);
}

/** The first error of each line: the library complains of every further token that one mistake puts out of place. */
function reportErrors(errors: readonly YAMLParseError[], positionAt: PositionAt, report: Report): void {
  const lines = new Set<number>();
  for (const { pos, message } of errors) {
    const at = positionAt(pos[0]);
    if (!lines.has(at.line)) report.error("yaml-syntax", at, explain(message));
    lines.add(at.line);
  }
}

/** Mistakes that anybody makes and that the library explains in words of the YAML specification. */
const EXPLANATIONS: readonly (readonly [start: string, explanation: string])[] = [
  [
    "Unexpected flow-seq-start at node end",
    "an opening bracket cannot stand here; quote a reference that has brackets when it is between [ ] or { }",
  ],
  [
    "Nested mappings are not allowed in compact mappings",
    "a second colon on this line; quote text that holds one",
  ],
];

function explain(message: string): string {
  const known = EXPLANATIONS.find(([start]) => message.startsWith(start));
  return known?.[1] ?? message;
}
