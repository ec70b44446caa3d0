import { entryOf, type YamlNode } from "../yaml/yaml-node.ts";

/**
 * Names that stand in a front matter whether or not what they name could be read: a step with a broken key is still
 * the step that its section and its references mean.
 */
export function declaredStepIds(frontMatter: YamlNode): string[] | undefined {
  const steps = entryOf(frontMatter, "steps")?.value;
  if (steps?.kind !== "sequence") return undefined;
  return steps.items.flatMap((step) => {
    const id = entryOf(step, "id")?.value;
    return id?.kind === "scalar" ? [id.source] : [];
  });
}

export function declaredParamNames(frontMatter: YamlNode): string[] {
  const params = entryOf(frontMatter, "params")?.value;
  return params?.kind === "mapping" ? params.entries.map((entry) => entry.key) : [];
}
