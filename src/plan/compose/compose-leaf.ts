import { extname } from "node:path";
import { SCRIPT_EXTENSIONS, type ScriptExtension } from "../../contract/index.ts";
import { compact } from "../../lib/compact.ts";
import { replaceArguments, type UsedAsset } from "../../source/index.ts";
import type { CatalogueAsset } from "../catalogue.ts";
import type { Place, Replacement } from "./composition.ts";

/** A command's or a script's part; `uses` is what names it, the step's own or a task's. */
export function composeLeaf({ scope }: Place, asset: CatalogueAsset, uses: UsedAsset): Replacement {
  switch (asset.family) {
    case "commands": {
      const { instructions, engine, model, timeout } = asset.command;
      return {
        instructions:
          uses.arguments === undefined ? instructions : replaceArguments(instructions, uses.arguments.value),
        request: compact({ engine: engine?.value, model: model?.value }),
        ...compact({ timeout: timeout?.value }),
      };
    }
    case "scripts":
      return composeScript(scope, asset, uses);
    default:
      scope.refuse(
        "COMPOSITION_INVALID",
        `${uses.ref} cannot stand here: a task takes a command, a script or a workflow`,
      );
      return {};
  }
}

function composeScript(
  scope: Place["scope"],
  { ref, path, bytes }: Extract<CatalogueAsset, { family: "scripts" }>,
  { cwd }: UsedAsset,
): Replacement {
  const extension = extname(path).toLowerCase();
  if (!isScriptExtension(extension)) {
    const known = SCRIPT_EXTENSIONS.join(" ");
    scope.refuse(
      "COMPOSITION_INVALID",
      `${ref} is no script akm knows how to run; its name must end in one of ${known}`,
    );
    return {};
  }
  const contentBase64 = Buffer.from(bytes).toString("base64");
  return { request: { script: { ref, extension, contentBase64, ...compact({ cwd }) } } };
}

function isScriptExtension(extension: string): extension is ScriptExtension {
  return SCRIPT_EXTENSIONS.some((known) => known === extension);
}
