import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { readWorkflow } from "../source/index.ts";
import { initializeProject } from "./initialize-project.ts";
import { starterWorkflow } from "./starter-workflow.ts";

describe("initializeProject", () => {
  test("makes a config, a workflow and ignore lines, once", () => {
    const dir = tempTree();
    expect(initializeProject(dir)).toEqual({
      dir,
      created: [".akm/config.json", ".akm/workflows/hello.md", ".akm/.gitignore"],
    });
    expect(initializeProject(dir)).toEqual({ dir, created: [] });
  });

  test("leaves what is there, and adds ignore lines to those that are there", () => {
    const dir = tempTree({ ".akm/config.json": '{"bundles":[]}', ".akm/.gitignore": "env/\nmine" });
    expect(initializeProject(dir).created).toEqual([".akm/workflows/hello.md", ".akm/.gitignore"]);
    expect(readFileSync(join(dir, ".akm/config.json"), "utf8")).toBe('{"bundles":[]}');
    expect(readFileSync(join(dir, ".akm/.gitignore"), "utf8")).toBe("env/\nmine\nsecrets/\n");
  });

  test("says plainly where it cannot write", () => {
    const dir = tempTree();
    writeFileSync(join(dir, ".akm"), "a file in the way");
    expect(() => initializeProject(dir)).toThrow(/cannot be written/);
  });
});

describe("starterWorkflow", () => {
  test.each(["demo", "release/ship-it", "a", "con"])("%s is a workflow without findings", (name) => {
    const { workflow, findings } = readWorkflow(Buffer.from(starterWorkflow(name)), `${name}.md`);
    expect(findings).toEqual([]);
    expect(workflow?.steps.every(({ gate }) => gate === undefined)).toBe(true);
  });

  test("its title is made of the name's words", () => {
    const { workflow } = readWorkflow(Buffer.from(starterWorkflow("release/ship-it_now")), "x.md");
    expect(workflow?.title).toBe("Ship it now");
  });
});

test("a project that cannot be written is refused with what to do", () => {
  const root = tempTree({ file: "" });
  expect(() => initializeProject(join(root, "file"))).toThrow(
    expect.objectContaining({ code: "FILE_UNWRITABLE", hint: expect.stringContaining("may write") }),
  );
});
