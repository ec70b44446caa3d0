import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../../test/rig/temp-tree.ts";
import { parseAssetRef } from "./asset-ref.ts";
import { findAsset } from "./find-asset.ts";
import { listAssets } from "./list-assets.ts";

describe("listAssets", () => {
  test.each([
    ["env", ["x//env/a", "x//env/deep/b"]],
    ["secrets", ["x//secrets/key", "x//secrets/key.pem"]],
    ["scripts", ["x//scripts/c.sh", "x//scripts/plain"]],
    ["tasks", ["x//tasks/t"]],
    ["commands", []],
  ] as const)("tells what is in %s by its ref", (folder, refs) => {
    const directory = tempTree({
      "env/a.env": "",
      "env/deep/b.env": "",
      "env/.env": "",
      "env/notes.txt": "",
      "secrets/key": "",
      "secrets/key.pem": "",
      "secrets/.gitignore": "",
      "scripts/c.sh": "",
      "scripts/plain": "",
      "tasks/t.yml": "",
      "tasks/old.yaml": "",
    });
    expect(listAssets({ name: "x", directory }, folder).map(({ ref }) => ref)).toEqual(refs);
  });

  test("what lies behind a link to a folder is told as it is found, and no ring is walked around", () => {
    const directory = tempTree({ "env/a.env": "", "shared/b.env": "" });
    symlinkSync(join(directory, "shared"), join(directory, "env/shared"));
    symlinkSync(join(directory, "env"), join(directory, "env/again"));
    const bundle = { name: "x", directory };
    const assets = listAssets(bundle, "env");
    expect(assets.map(({ ref }) => ref)).toEqual(["x//env/a", "x//env/shared/b"]);
    for (const asset of assets) {
      const ref = parseAssetRef(asset.ref, "env");
      expect(ref && findAsset(ref, [bundle])).toEqual({ ok: true, asset });
    }
  });
});
