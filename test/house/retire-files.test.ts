import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { tempTree } from "../rig/temp-tree.ts";
import { ROOT } from "./source-tree.ts";

const { retireFiles } = await import(pathToFileURL(join(ROOT, "scripts/retire-files.mjs")).href);

const HOUR = 60 * 60 * 1000;

test("a file of an earlier build stays for a day after it went out of use, and one in use for ever", async () => {
  const root = tempTree({ "dist/main.js": "", "dist/old.js": "", "dist/older.js": "" });
  const directory = join(root, "dist");
  const retire = (unused: string[], now: number) =>
    retireFiles({ directory, list: join(root, "retired.json"), unused, now });
  await retire(["older.js"], 0);
  await retire(["older.js", "old.js"], 23 * HOUR);
  expect(readdirSync(directory)).toEqual(["main.js", "old.js", "older.js"]);
  await retire(["older.js", "old.js"], 25 * HOUR);
  expect(readdirSync(directory)).toEqual(["main.js", "old.js"]);
  // In use again for one build: its day begins anew.
  await retire([], 30 * HOUR);
  await retire(["old.js"], 60 * HOUR);
  expect(readdirSync(directory)).toEqual(["main.js", "old.js"]);
});
