import { Composer } from "yaml";
import type { PositionAt } from "../line-index.ts";
import type { Report } from "../report.ts";
import { NodeBuilder } from "./build-nodes.ts";
import { collectTokens } from "./collect-tokens.ts";
import type { YamlNode } from "./yaml-node.ts";

/**
 * Reads one YAML 1.2 document by the core schema, without the parts of YAML that surprise (decision S3). `positionAt`
 * turns an offset in `text` into a place in the file. Text without a value is an empty mapping. Undefined when the text is no YAML to go on with: reported.
 */
export function readYaml(text: string, positionAt: PositionAt, report: Report): YamlNode | undefined {
  const collected = collectTokens(text, positionAt, report);
  if (collected === undefined) return undefined;
  const composer = new Composer({ version: "1.2", schema: "core", uniqueKeys: false, intAsBigInt: true });
  // The library looks for repeated keys pair by pair, which takes minutes on a large mapping: NodeBuilder does it.
  const [document] = composer.compose(collected.tokens, true, text.length);
  if (document === undefined) return undefined;
  if (document.errors.length > 0) {
    // What follows a refused construct is often broken only because of it.
    if (collected.refused) return undefined;
    for (const { pos, message } of document.errors)
      report.error("yaml-syntax", positionAt(pos[0]), explain(message));
    return undefined;
  }
  if (document.contents === null) return { kind: "mapping", at: positionAt(0), entries: [] };
  return new NodeBuilder(positionAt, report).build(document.contents);
}

/** `steps.a.output[0]` between brackets or braces is the one mistake that the library's words do not explain. */
function explain(message: string): string {
  if (!message.startsWith("Unexpected flow-seq-start at node end")) return message;
  return "an opening bracket cannot stand here; quote a reference that has brackets when it is between [ ] or { }";
}
