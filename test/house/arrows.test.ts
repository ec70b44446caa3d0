import { describe, expect, test } from "vitest";
import { readSourceTree, type SourceFile, type SourceImport } from "./source-tree.ts";

interface FolderRule {
  /** Folders whose values and types it may import, besides itself. */
  values: readonly string[];
  /** Folders of which it may import types alone. */
  types?: readonly string[];
}

const BASE = ["contract", "errors", "lib"];
const IMPLEMENTATION: FolderRule = { values: [...BASE, "host", "ports"], types: ["plan", "step", "run"] };

const RULES: Record<string, FolderRule> = {
  contract: { values: [] },
  errors: { values: ["contract"] },
  lib: { values: ["contract", "errors"] },
  host: { values: [] },
  source: { values: BASE },
  plan: { values: [...BASE, "source"] },
  step: { values: [...BASE, "plan"] },
  run: { values: [...BASE, "step", "plan"] },
  ports: { values: [], types: [...BASE, "plan", "step", "run"] },
  loop: { values: [...BASE, "ports", "run", "step", "plan"] },
  dispatch: IMPLEMENTATION,
  store: { values: [...BASE, "host", "ports", "run"], types: ["plan", "step"] },
  workspace: { values: [...BASE, "host", "ports", "source"], types: ["plan", "step", "run"] },
  cli: {
    values: [...BASE, "plan", "run", "loop", "ports", "compose.ts"],
    types: ["source", "workspace", "step"],
  },
  "main.ts": { values: [...BASE, "cli", "compose.ts"] },
};

/** A folder's `index.ts`. `lib` is no whole but a shelf of separate tools: there each file or subfolder has its own door. */
const DOOR = /^(?:[a-z]+\/index\.ts|lib\/[a-z0-9-]+(?:\/index)?\.ts)$/;

/** What the pure folders may take from Node: neither disk nor clock, environment, processes or network. */
const PURE_FOLDERS = ["contract", "errors", "lib", "source", "plan", "step", "run", "ports", "loop"];
const PURE_NODE_MODULES = ["node:crypto", "node:buffer", "node:util", "node:path"];
/** Loads node:crypto, once there is something to hash. */
const LATE_LOADER = "lib/sha256.ts -> node:module";
const AMBIENT = /\b(?:process\.|Date\.now\(|new Date\(\)|performance\.|Math\.random\(|setTimeout\()/;

const files = readSourceTree();

describe("import direction", () => {
  // shows: reuse-54
  test.each(Object.keys(RULES))("%s imports only what stands below it", (folder) => {
    const rule = RULES[folder] ?? { values: [] };
    const wrong = files
      .filter((file) => file.folder === folder)
      .flatMap((file) =>
        file.imports.filter((found) => !isAllowed(folder, rule, found)).map(describeImport(file)),
      );
    expect(wrong).toEqual([]);
  });

  test("every folder has a rule", () => {
    const unknown = files
      .map((file) => file.folder)
      .filter((folder) => !(folder in RULES) && folder !== "compose.ts");
    expect([...new Set(unknown)]).toEqual([]);
  });

  test("another folder is entered by its door", () => {
    const around = files.flatMap((file) =>
      file.imports
        .filter(
          ({ folder, target }) => folder !== undefined && folder !== file.folder && target.includes("/"),
        )
        .filter(({ target }) => !DOOR.test(target))
        .map(describeImport(file)),
    );
    expect(around).toEqual([]);
  });

  test("siblings import each other directly, never through their own door", () => {
    const through = files.flatMap((file) =>
      file.imports.filter(({ target }) => target === `${file.folder}/index.ts`).map(describeImport(file)),
    );
    expect(through).toEqual([]);
  });

  // shows: reuse-136
  test("no file imports itself through others", () => {
    expect(findRing(files)).toBeUndefined();
  });
});

describe("what the world may touch", () => {
  test("only main.ts ends the process", () => {
    const enders = files
      .filter(({ text }) => /\bprocess\.exit(?:Code)?\b/.test(text))
      .map(({ file }) => file);
    expect(enders.filter((file) => file !== "main.ts")).toEqual([]);
  });

  // shows: engine-55, reuse-37
  test.each(PURE_FOLDERS)("%s takes neither disk, clock, environment nor processes from Node", (folder) => {
    const own = files.filter((file) => file.folder === folder);
    const modules = own.flatMap((file) =>
      file.imports
        .filter(({ target }) => target.startsWith("node:") && !PURE_NODE_MODULES.includes(target))
        .map(describeImport(file))
        .filter((description) => description !== LATE_LOADER),
    );
    const ambient = own.filter(({ text }) => AMBIENT.test(withoutComments(text))).map(({ file }) => file);
    expect({ modules, ambient }).toEqual({ modules: [], ambient: [] });
  });

  test("ports carries types alone", () => {
    const values = files.filter(
      (file) => file.folder === "ports" && /^export (?:const|function|class|let)/m.test(file.text),
    );
    expect(values.map(({ file }) => file)).toEqual([]);
  });

  // shows: loop-21
  test("only the spine makes the end of a step", () => {
    const makers = files.filter(({ text }) => /\{\s*type: "step-finished",/.test(text));
    const own = makers.filter(({ folder }) => folder !== "store").map(({ file }) => file);
    expect(own).toEqual(["run/spine.ts"]);
  });

  test("SQL stands in the store alone", () => {
    const sql = /["'`]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|PRAGMA)\s/;
    const elsewhere = files.filter(({ folder, text }) => folder !== "store" && sql.test(text));
    expect(elsewhere.map(({ file }) => file)).toEqual([]);
  });
});

function isAllowed(own: string, rule: FolderRule, found: SourceImport): boolean {
  const { folder, typeOnly, target } = found;
  if (folder === undefined)
    return !target.startsWith("..") || (own === "main.ts" && target === "../package.json");
  return folder === own || rule.values.includes(folder) || (typeOnly && (rule.types ?? []).includes(folder));
}

function describeImport(file: SourceFile): (found: SourceImport) => string {
  return ({ target, typeOnly }) => `${file.file} -> ${target}${typeOnly ? " (types)" : ""}`;
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/\/\/.*$/gm, "");
}

/** The first ring of files that load each other at start, or undefined. Types and dynamic imports load nothing then. */
function findRing(tree: SourceFile[]): string[] | undefined {
  const loads = new Map(
    tree.map(({ file, imports }) => [
      file,
      imports.filter(({ typeOnly, dynamic }) => !typeOnly && !dynamic).map(({ target }) => target),
    ]),
  );
  const finished = new Set<string>();
  const visit = (file: string, trail: string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const next of loads.get(file) ?? []) {
      const ring = visit(next, [...trail, file]);
      if (ring !== undefined) return ring;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of loads.keys()) {
    const ring = visit(file, []);
    if (ring !== undefined) return ring;
  }
  return undefined;
}
