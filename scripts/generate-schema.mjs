// Writes schemas/akm-workflow.json from the definitions that the reader is made of.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { root } from "./build.mjs";

const aside = await mkdtemp(path.join(tmpdir(), "akm-schema-"));
try {
  const bundle = await rolldown({
    cwd: root,
    input: "src/source/published-schema.ts",
    platform: "node",
    logLevel: "warn",
  });
  await bundle.write({ dir: aside, format: "esm", entryFileNames: "[name].mjs" });
  await bundle.close();
  const { renderPublishedSchema } = await import(
    pathToFileURL(path.join(aside, "published-schema.mjs")).href
  );
  await writeFile(path.join(root, "schemas", "akm-workflow.json"), renderPublishedSchema());
  process.stdout.write("wrote schemas/akm-workflow.json\n");
} finally {
  await rm(aside, { recursive: true, force: true });
}
