import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { AKM, AkmHome } from "../rig/akm-home.ts";

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

/** The files of ours that a command loads; with the CommonJS bundle all of them stand in the cache when it ends. */
const NOTE_FILES = `process.on("exit", () =>
  require("node:fs").writeFileSync(process.env.LOADED_FILE, JSON.stringify(Object.keys(require.cache))));`;

/** A word that stands in the code of each kind of engine, and in none that other commands need. */
const ENGINE_MARKS = {
  "the AI SDK": "AI_APICallError",
  models: '"x-api-key"',
  agents: "--skip-git-repo-check",
};

describe("code of engines", () => {
  const home = () => {
    const machine = new AkmHome();
    const file = join(machine.root, "loaded.json");
    const note = machine.write("note-files.cjs", NOTE_FILES);
    machine.chain("build", { a: "echo a", b: "cat" });
    return { machine, file, env: { NODE_OPTIONS: `--require ${note}`, LOADED_FILE: file } };
  };
  const marksIn = (files: readonly string[]) => {
    const code = files.filter((path) => /\.[cm]?js$/.test(path)).map((path) => readFileSync(path, "utf8"));
    return Object.entries(ENGINE_MARKS).flatMap(([kind, mark]) =>
      code.some((text) => text.includes(mark)) ? [kind] : [],
    );
  };

  test("is loaded by no command that asks none", () => {
    const { machine, file, env } = home();
    for (const words of [
      ["workflow", "run", "workflows/build"],
      ["workflow", "status", "workflows/build"],
      ["workflow", "plan", "workflows/build"],
      ["workflow", "list"],
      ["lint"],
    ]) {
      expect(machine.akm(words, { env }).status).toBe(0);
      const loaded: string[] = JSON.parse(readFileSync(file, "utf8"));
      expect(loaded.filter((path) => path.includes("/dist/"))).not.toEqual([]);
      expect([words.join(" "), ...marksIn(loaded)]).toEqual([words.join(" ")]);
    }
  });

  test("stands where it is looked for", () => {
    const chunks = join(dirname(AKM), "chunks");
    expect(marksIn(readdirSync(chunks).map((name) => join(chunks, name)))).toEqual(Object.keys(ENGINE_MARKS));
  });
});
