import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { removeTree } from "./remove-tree.ts";

describe("a tree", () => {
  test("is removed also where its directories are read-only, and what its links lead to stays as it was", async () => {
    const root = tempTree({ "tree/a/b/c": "", "beside/d": "" });
    chmodSync(join(root, "beside"), 0o555);
    symlinkSync(join(root, "beside"), join(root, "tree/a/link"));
    for (const directory of ["tree/a/b", "tree/a", "tree"]) chmodSync(join(root, directory), 0o555);
    await removeTree(join(root, "tree"));
    expect(existsSync(join(root, "tree"))).toBe(false);
    expect(statSync(join(root, "beside")).mode & 0o777).toBe(0o555);
    expect(existsSync(join(root, "beside/d"))).toBe(true);
  });

  test("may be a link, which goes alone, and may be gone", async () => {
    const root = tempTree({ "there/a": "" });
    symlinkSync(join(root, "there"), join(root, "link"));
    await removeTree(join(root, "link"));
    await removeTree(join(root, "link"));
    expect(existsSync(join(root, "there/a"))).toBe(true);
    expect(existsSync(join(root, "link"))).toBe(false);
  });

  test("that is nested deeper than a path can tell stays, and that is said", async () => {
    const root = tempTree();
    const name = "d".repeat(200);
    execFileSync("bash", ["-c", `for i in {1..25}; do mkdir ${name}; cd ${name}; done`], { cwd: root });
    onTestFinished(() => void execFileSync("rm", ["-rf", join(root, name)]));
    await expect(removeTree(join(root, name))).rejects.toThrow("ENAMETOOLONG");
  });
});
