import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { ROOT } from "../house/source-tree.ts";

/** `cut-program.ts` as a program that Node runs, inside of the repository so that it finds its packages. */
export async function buildCutProgram(): Promise<{ program: string; remove: () => void }> {
  mkdirSync(path.join(ROOT, "build"), { recursive: true });
  const directory = mkdtempSync(path.join(ROOT, "build/cut-program-"));
  const build = await rolldown({
    input: path.join(ROOT, "test/rig/cut-program.ts"),
    platform: "node",
    external: ["@photostructure/sqlite"],
    logLevel: "silent",
  });
  await build.write({ dir: directory, format: "esm", entryFileNames: "program.mjs" });
  await build.close();
  return {
    program: path.join(directory, "program.mjs"),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
