import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { scopeKeyOf } from "./scope.ts";

const noBundles = async () => [];

describe("scopeKeyOf", () => {
  // shows: engine-265
  test("the nearest .akm/config.json names the scope, even inside a repository", async () => {
    const root = tempTree({ ".git/HEAD": "", "app/.akm/config.json": "{}", "app/src/deep/x": "" });
    expect(await scopeKeyOf(join(root, "app/src/deep"), noBundles)).toBe(join(root, "app"));
  });

  test("a .akm without a config does not", async () => {
    const root = tempTree({ ".git/HEAD": "", "app/.akm/workflows/a.md": "" });
    expect(await scopeKeyOf(join(root, "app"), noBundles)).toBe(root);
  });

  // shows: engine-265
  test("a worktree's .git file is a git root too", async () => {
    const root = tempTree({ "tree/.git": "gitdir: elsewhere", "tree/src/x": "" });
    expect(await scopeKeyOf(join(root, "tree/src"), noBundles)).toBe(join(root, "tree"));
  });

  // shows: engine-265
  test("outside a repository it is the bundle one stands in, else the directory itself", async () => {
    const root = tempTree({ "bundle/workflows/a.md": "" });
    const bundles = async () => [join(root, "bundle")];
    expect(await scopeKeyOf(join(root, "bundle/workflows"), bundles)).toBe(join(root, "bundle"));
    mkdirSync(join(root, "bundle-two"));
    expect(await scopeKeyOf(join(root, "bundle-two"), bundles)).toBe(join(root, "bundle-two"));
  });

  test("bundles are not looked for where a config or a repository decides", async () => {
    const root = tempTree({ ".git/HEAD": "" });
    const refuse = async () => {
      throw new Error("not to be asked");
    };
    expect(await scopeKeyOf(root, refuse)).toBe(root);
  });
});
