import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

/** Node notes which parts of itself it loads; the list is written when the process ends. */
const NOTE_LOADED = `process.on("exit", () =>
  require("node:fs").writeFileSync(process.env.LOADED_FILE, JSON.stringify(process.moduleLoadList)));`;

test("a status loads neither cryptography nor what starts processes, beyond what Node itself does", () => {
  const home = new AkmHome();
  const file = join(home.root, "loaded.json");
  const env = {
    NODE_OPTIONS: `--require ${home.write("note-loaded.cjs", NOTE_LOADED)}`,
    LOADED_FILE: file,
  };
  const loaded = (): string[] => JSON.parse(readFileSync(file, "utf8"));
  home.chain("build", { a: "echo a" });
  expect(home.run("build").status).toBe(0);

  expect(spawnSync(process.execPath, ["-e", "0"], { env: home.env(env) }).status).toBe(0);
  const baseline = new Set(loaded());
  expect(home.akm(["workflow", "status", "workflows/build"], { env }).status).toBe(0);
  const added = loaded().filter((name) => !baseline.has(name));
  expect(added).not.toEqual([]);
  expect(added.filter((name) => /crypto|child_process|spawn_sync|process_wrap/.test(name))).toEqual([]);
});
