import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { findWorkflow, resolveWorkflowPath } from "./find-workflow.ts";

const COMPOSED = "caf\u00e9";
const DECOMPOSED = "cafe\u0301";

function find(root: string, target: string) {
  return findWorkflow(target, [{ name: "b", directory: root }], root);
}

function refusal(root: string, target: string) {
  try {
    find(root, target);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("a ref in a bundle", () => {
  // shows: schema-11a
  test("finds either format, in sub-folders too, and is shown qualified", () => {
    const root = tempTree({ "workflows/a.md": "", "workflows/deep/er/b.yml": "" });
    expect(find(root, "workflows/a")).toEqual({
      ref: "b//workflows/a",
      path: join(root, "workflows/a.md"),
      displayPath: "workflows/a.md",
    });
    expect(find(root, "b//workflows/deep/er/b").path).toBe(join(root, "workflows/deep/er/b.yml"));
  });

  test("resolves in the first bundle that has it", () => {
    const root = tempTree({ "one/workflows/x.md": "", "two/workflows/x.md": "", "two/workflows/y.md": "" });
    const bundles = ["one", "two"].map((name) => ({ name, directory: join(root, name) }));
    expect(findWorkflow("workflows/x", bundles, root).ref).toBe("one//workflows/x");
    expect(findWorkflow("workflows/y", bundles, root).ref).toBe("two//workflows/y");
    expect(findWorkflow("two//workflows/x", bundles, root).path).toBe(join(root, "two/workflows/x.md"));
  });

  test("is ambiguous where both formats stand beside each other", () => {
    const root = tempTree({ "workflows/a.md": "", "workflows/a.yml": "" });
    expect(refusal(root, "workflows/a")).toMatchObject({ code: "WORKFLOW_SOURCE_INVALID" });
    expect(String(refusal(root, "workflows/a"))).toMatch(/a\.md.*a\.yml/);
  });

  // shows: schema-11b
  test(".yaml is refused, by ref and by path, with the right extension named", () => {
    const root = tempTree({ "workflows/a.yaml": "" });
    for (const target of ["workflows/a", "./workflows/a.yaml"]) {
      expect(refusal(root, target)).toMatchObject({
        code: "WORKFLOW_SOURCE_INVALID",
        message: expect.stringContaining(".yml"),
      });
    }
  });

  test("an unknown one suggests the nearest name", () => {
    const root = tempTree({ "workflows/release.md": "" });
    expect(refusal(root, "workflows/relaese")).toMatchObject({
      code: "ASSET_NOT_FOUND",
      hint: "Did you mean workflows/release?",
    });
  });

  test("an unknown one that is near to none names those there are, ten at most", () => {
    const few = tempTree({ "workflows/release.md": "", "workflows/deep/check.yml": "" });
    expect(refusal(few, "workflows/nope")).toMatchObject({
      hint: "There are workflows/deep/check, workflows/release; `akm workflow create nope` makes another.",
    });
    const names = Array.from({ length: 12 }, (_, index) => `workflows/release-${index + 10}.md`);
    const many = tempTree(Object.fromEntries(names.map((name) => [name, ""])));
    expect(refusal(many, "workflows/x")).toMatchObject({
      hint: expect.stringMatching(
        /^There are (workflows\/release-\d\d, ){9}workflows\/release-19 and 2 more;/,
      ),
    });
  });

  test("one of a bundle that is not there is told which there are", () => {
    const root = tempTree({ "workflows/demo.md": "" });
    expect(refusal(root, "nope//workflows/demo")).toMatchObject({
      message: "nope//workflows/demo was not found: there is no bundle called nope here.",
      hint: "Bundles are b.",
    });
  });

  test.each([
    ["demo", "Did you mean workflows/demo?"],
    ["dmeo", "Did you mean workflows/demo?"],
    ["workflow/demo", "Did you mean workflows/demo?"],
    ["demo.md", "Did you mean workflows/demo?"],
    ["workflows/dmeo.md", "Did you mean workflows/demo?"],
    ["b//demo", "Did you mean workflows/demo?"],
    ["deep/check", "Did you mean workflows/deep/check?"],
    ["tasks/deploy", "A task is run with `akm task run deploy`."],
    ["./demo.md", "A workflow in a bundle is named workflows/<name>, without an extension."],
    ["something-else", expect.stringContaining("A ref is workflows/<name>")],
    ["3f2c", expect.stringContaining("8 of its characters or more")],
  ])("%s is no ref, and its hint is what was meant", (target, hint) => {
    const root = tempTree({ "workflows/demo.md": "", "workflows/deep/check.yml": "" });
    expect(refusal(root, target)).toMatchObject({ code: "ASSET_NOT_FOUND", hint });
  });

  test("case counts, on every file system", () => {
    const root = tempTree({ "workflows/Build.md": "" });
    expect(refusal(root, "workflows/build")).toMatchObject({ hint: "Did you mean workflows/Build?" });
  });

  test("cannot step out of the bundle", () => {
    const root = tempTree({ "bundle/workflows/a.md": "", "secret.md": "" });
    expect(refusal(join(root, "bundle"), "workflows/../../secret")).toMatchObject({
      code: "ASSET_NOT_FOUND",
    });
  });

  test("says so when there is no bundle at all", () => {
    expect(() => findWorkflow("workflows/a", [], "/")).toThrow(/no bundle/);
  });

  test("the name is not decoded like a URL", () => {
    const root = tempTree({ "odd # %20 dir/workflows/a%20b.md": "" });
    const bundle = { name: "odd", directory: join(root, "odd # %20 dir") };
    expect(findWorkflow("workflows/a%20b", [bundle], root).displayPath).toBe("workflows/a%20b.md");
  });
});

describe("names that differ only in Unicode form", () => {
  test("one of them is found by either spelling, under the spelling on disk", () => {
    const root = tempTree({ [`workflows/${COMPOSED}.md`]: "" });
    expect(find(root, `workflows/${DECOMPOSED}`).ref).toBe(`b//workflows/${COMPOSED}`);
  });

  test("of two, none is meant by any spelling, as they look the same", () => {
    const root = tempTree({ [`workflows/${COMPOSED}.md`]: "", [`workflows/${DECOMPOSED}.md`]: "" });
    for (const spelling of [COMPOSED, DECOMPOSED]) {
      expect(refusal(root, `workflows/${spelling}`)).toMatchObject({ code: "WORKFLOW_SOURCE_INVALID" });
    }
    expect(String(refusal(root, `workflows/${COMPOSED}`))).toMatch(/ambiguous/);
  });

  test("folders follow the same rule", () => {
    const root = tempTree({ [`workflows/${COMPOSED}/a.md`]: "" });
    expect(find(root, `workflows/${DECOMPOSED}/a`).path).toBe(join(root, `workflows/${COMPOSED}/a.md`));
  });
});

describe("a path to a file", () => {
  test("works wherever a ref does, and its ref is the real path", () => {
    const root = tempTree({ "elsewhere/ship.md": "" });
    symlinkSync(join(root, "elsewhere"), join(root, "linked"));
    expect(find(root, "./linked/ship.md")).toEqual({
      ref: join(root, "elsewhere/ship.md"),
      path: join(root, "elsewhere/ship.md"),
      displayPath: "./linked/ship.md",
    });
  });

  test.each([
    ["./gone.md", /no file/],
    ["./dir.md", /not a file/],
    ["./notes.txt", /does not end in/],
  ])("%s is refused plainly", (target, message) => {
    const root = tempTree({ "dir.md/x": "", "notes.txt": "" });
    expect(refusal(root, target)).toMatchObject({
      code: "ASSET_NOT_FOUND",
      message: expect.stringMatching(message),
    });
  });

  test("keeps its real path once the file is gone", () => {
    const root = tempTree({ "real/ship.md": "" });
    symlinkSync(join(root, "real"), join(root, "linked"));
    const before = resolveWorkflowPath("linked/ship.md", root);
    renameSync(join(root, "real/ship.md"), join(root, "away.md"));
    expect(resolveWorkflowPath("linked/ship.md", root)).toBe(before);
  });
});
