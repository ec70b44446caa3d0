import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { bundleName, findBundles } from "./bundles.ts";
import { resolveDirectories } from "./directories.ts";

function directoriesOf(root: string, bundle?: string) {
  const env = { HOME: root, XDG_DATA_HOME: join(root, "share"), ...(bundle && { AKM_BUNDLE_DIR: bundle }) };
  return resolveDirectories(env, () => root);
}

describe("findBundles", () => {
  test("looks in AKM_BUNDLE_DIR, the project, the configured ones and the shared one, in that order", () => {
    const root = tempTree({
      "own/a": "",
      "project/.akm/a": "",
      "project/sub/a": "",
      "extra/a": "",
      "share/akm/bundle/a": "",
    });
    const found = findBundles(directoriesOf(root, join(root, "own")), join(root, "project/sub"), [
      join(root, "extra"),
    ]);
    expect(found).toEqual([
      { name: "own", directory: join(root, "own") },
      { name: "project", directory: join(root, "project/.akm") },
      { name: "extra", directory: join(root, "extra") },
      { name: "bundle", directory: join(root, "share/akm/bundle") },
    ]);
  });

  test("leaves out what is not there and what is there already under another name", () => {
    const root = tempTree({ "own/a": "" });
    symlinkSync(join(root, "own"), join(root, "linked"));
    const found = findBundles(directoriesOf(root, join(root, "own")), root, [
      join(root, "linked"),
      join(root, "gone"),
    ]);
    expect(found.map(({ name }) => name)).toEqual(["own"]);
  });

  test("a project's .akm is called project, every other bundle like its directory", () => {
    expect(bundleName("/x/.akm")).toBe("project");
    expect(bundleName("/x/odd # %20 name")).toBe("odd # %20 name");
  });
});
