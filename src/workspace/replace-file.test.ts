import { readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { replaceFile } from "./replace-file.ts";

describe("replaceFile", () => {
  test.each([
    ["a.md", "a.md"],
    ["a name as long as any", `${"n".repeat(252)}.md`],
  ])("puts new content in the place of %s and leaves nothing beside it", (_, name) => {
    const root = tempTree({ [name]: "old" });
    replaceFile(join(root, name), Buffer.from("new"));
    expect(readFileSync(join(root, name), "utf8")).toBe("new");
    expect(readdirSync(root)).toEqual([name]);
  });

  test("a link stays a link", () => {
    const root = tempTree({ "real/a.md": "old" });
    symlinkSync("real/a.md", join(root, "link.md"));
    replaceFile(join(root, "link.md"), Buffer.from("new"));
    expect(readFileSync(join(root, "real/a.md"), "utf8")).toBe("new");
    expect(statSync(join(root, "link.md")).isFile()).toBe(true);
    expect(readdirSync(join(root, "real"))).toEqual(["a.md"]);
  });

  test("what is not there is not made", () => {
    const root = tempTree();
    expect(() => replaceFile(join(root, "a.md"), Buffer.from("new"))).toThrow(
      expect.objectContaining({ code: "FILE_UNWRITABLE" }),
    );
    expect(readdirSync(root)).toEqual([]);
  });
});
