import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { listTasks } from "./list-tasks.ts";
import { listWorkflows } from "./list-workflows.ts";

describe("listWorkflows", () => {
  test("finds every workflow of a bundle, sorted, with wrong extensions to complain about", () => {
    const root = tempTree({
      "workflows/b.md": "",
      "workflows/a/c.yml": "",
      "workflows/d.yaml": "",
      "workflows/e.txt": "",
    });
    expect(listWorkflows({ name: "x", directory: root }).map(({ file, ref }) => [file, ref])).toEqual([
      ["workflows/a/c.yml", "x//workflows/a/c"],
      ["workflows/b.md", "x//workflows/b"],
      ["workflows/d.yaml", "x//workflows/d"],
    ]);
  });

  test("leaves out what is hidden", () => {
    const root = tempTree({ "workflows/a.md": "", "workflows/.b.md": "", "workflows/.git/c.md": "" });
    symlinkSync("nowhere", join(root, "workflows/.#a.md"));
    expect(listWorkflows({ name: "x", directory: root }).map(({ file }) => file)).toEqual(["workflows/a.md"]);
  });

  test("follows links to folders, but never around a ring", () => {
    const root = tempTree({ "workflows/a.md": "", "shared/b.md": "" });
    symlinkSync(join(root, "shared"), join(root, "workflows/shared"));
    symlinkSync(join(root, "workflows"), join(root, "workflows/again"));
    expect(listWorkflows({ name: "x", directory: root }).map(({ file }) => file)).toEqual([
      "workflows/a.md",
      "workflows/shared/b.md",
    ]);
  });

  test("a bundle without workflows has none", () => {
    expect(listWorkflows({ name: "x", directory: tempTree() })).toEqual([]);
  });
});

describe("listTasks", () => {
  test("finds every task file of a bundle", () => {
    const root = tempTree({ "tasks/b.yml": "", "tasks/a.yaml": "", "tasks/c.md": "", "workflows/d.yml": "" });
    expect(listTasks({ name: "x", directory: root }).map(({ file, ref }) => [file, ref])).toEqual([
      ["tasks/a.yaml", "x//tasks/a"],
      ["tasks/b.yml", "x//tasks/b"],
    ]);
  });
});
