import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ASSET_FOLDERS,
  assetRefPattern,
  assetRefStart,
  formatAssetRef,
  parseAssetRef,
  withoutBundle,
} from "./asset-refs.ts";

const REFS = [
  "workflows/ship",
  "workflows/release/ship",
  "team//tasks/ship",
  "my team//tasks/my task",
  "commands/a.b",
  "scripts/a.",
  "env/con",
  "secrets/%2e%2e",
  "scripts/…/größe",
  "tasks/...",
  "tasks/.hidden",
  "tasks/tasks/x",
];

const NO_REFS = [
  "ship",
  "tasks",
  "tasks/",
  "tasks/../secret",
  "tasks/./ship",
  "tasks/ship/..",
  "tasks//ship",
  "tasks/a//b",
  "//tasks/ship",
  "..//tasks/ship",
  "a/b//tasks/ship",
  "a//b//tasks/ship",
  "tasks/a\\..\\b",
  "tasks/a\0b",
  "tasks/a\nb",
  "tasks/a\u007f",
  "other/ship",
  " tasks/ship",
  "",
];

describe("a ref of an asset", () => {
  test.each(REFS)("%s is one, and is written as it was read", (text) => {
    const ref = parseAssetRef(text);
    expect(ref && formatAssetRef(ref)).toBe(text);
  });

  test("has a folder, a name, maybe below others, and maybe a bundle", () => {
    expect(parseAssetRef("my team//tasks/a/my task")).toEqual({
      bundle: "my team",
      folder: "tasks",
      segments: ["a", "my task"],
    });
    expect(parseAssetRef("env/ci")).toEqual({ folder: "env", segments: ["ci"] });
  });

  test.each(NO_REFS)("%j is none", (text) => {
    expect(parseAssetRef(text)).toBeUndefined();
  });

  const anyText = fc.oneof(
    fc.constantFrom(...REFS, ...NO_REFS),
    fc.string({ unit: fc.constantFrom("a", " ", ".", "/", "//", "\\", "\t", "tasks/", "env/") }),
  );

  test("the pattern of a folder takes what is read as a ref of it, and nothing else", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folders = ASSET_FOLDERS.filter((folder) => assetRefPattern(folder).test(text));
        const ref = parseAssetRef(text);
        expect(folders).toEqual(ref === undefined ? [] : [ref.folder]);
        if (ref !== undefined) expect(assetRefStart(ref.folder).test(text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("no segment steps out of the bundle", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { segments = [], bundle = "b" } = parseAssetRef(text) ?? {};
        for (const segment of [bundle, ...segments]) expect(segment).not.toMatch(/^\.{0,2}$|[/\\]/);
      }),
    );
  });

  test("a pattern is one that a JSON Schema may hold", () => {
    for (const folder of ASSET_FOLDERS)
      expect(() => new RegExp(assetRefPattern(folder).source, "u")).not.toThrow();
  });

  test("without its bundle", () => {
    expect(["team//tasks/a", "a b//env/c/d"].map(withoutBundle)).toEqual(["tasks/a", "env/c/d"]);
  });
});
