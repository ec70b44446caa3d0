import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { type PlaceRequest, placeWorkflow, writeWorkflow } from "./create-workflow.ts";

function place(root: string, request: Partial<PlaceRequest> = {}) {
  return placeWorkflow({ name: "demo", extension: ".md", bundles: [], cwd: root, ...request });
}

describe("placeWorkflow", () => {
  test("takes the first bundle, else makes .akm here", () => {
    expect(place("/p")).toEqual({
      ref: "project//workflows/demo",
      path: "/p/.akm/workflows/demo.md",
      bundleDir: "/p/.akm",
    });
    expect(
      place("/p", {
        bundles: [{ name: "team", directory: "/x/team" }],
        name: "workflows/a/b",
        extension: ".yml",
      }),
    ).toEqual({
      ref: "team//workflows/a/b",
      path: "/x/team/workflows/a/b.yml",
      bundleDir: "/x/team",
    });
  });

  test("a directory inside a bundle gives a ref, any other the path", () => {
    expect(place("/p", { directory: "team/workflows/deep" })).toEqual({
      ref: "team//workflows/deep/demo",
      path: "/p/team/workflows/deep/demo.md",
      bundleDir: "/p/team",
    });
    expect(place("/p", { directory: "flows" })).toEqual({
      ref: "/p/flows/demo.md",
      path: "/p/flows/demo.md",
      bundleDir: "/p/flows",
    });
  });

  test.each(["..", "../x", "a//b", "", "/etc/x"])("%j is no name", (name) => {
    expect(() => place("/p", { name })).toThrow(/not a workflow ref/);
  });
});

describe("writeWorkflow", () => {
  test("writes a new file and never over another unless told", () => {
    const root = tempTree();
    const at = place(root);
    writeWorkflow(at, "one", false);
    expect(() => writeWorkflow(at, "two", false)).toThrow(
      expect.objectContaining({
        code: "RESOURCE_ALREADY_EXISTS",
        hint: expect.stringContaining("with --force."),
      }),
    );
    expect(() => writeWorkflow(at, "two", false, "--force --reset")).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("with --force --reset.") }),
    );
    expect(readFileSync(at.path, "utf8")).toBe("one");
    writeWorkflow(at, "two", true);
    expect(readFileSync(at.path, "utf8")).toBe("two");
  });

  test.each([
    ["the other format", "demo.yml"],
    ["another Unicode form", "cafe\u0301.md"],
  ])("a workflow of that name in %s is in the way, even when told to replace", (_, file) => {
    const root = tempTree({ [`.akm/workflows/${file}`]: "" });
    const at = place(root, { name: file.startsWith("demo") ? "demo" : "caf\u00e9" });
    expect(() => writeWorkflow(at, "x", true)).toThrow(
      expect.objectContaining({
        code: "RESOURCE_ALREADY_EXISTS",
        hint: expect.not.stringContaining("--force"),
      }),
    );
    expect(() => readFileSync(join(root, ".akm/workflows/caf\u00e9.md"))).toThrow();
  });
});

test("a workflow that cannot be written is refused with what to do", () => {
  const bundleDir = tempTree({ workflows: "no directory" });
  const place = { ref: "b//workflows/x", path: join(bundleDir, "workflows/x.md"), bundleDir };
  expect(() => writeWorkflow(place, "", false)).toThrow(
    expect.objectContaining({ code: "FILE_UNWRITABLE", hint: expect.stringContaining("may write") }),
  );
});
