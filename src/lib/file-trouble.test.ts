import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { fileTrouble } from "./file-trouble.ts";

function troubleOf(use: () => unknown): string {
  try {
    use();
  } catch (error) {
    return fileTrouble(error);
  }
  throw new Error("nothing went wrong");
}

describe("fileTrouble", () => {
  const root = () => {
    const directory = tempTree({ file: "" });
    symlinkSync("ring", join(directory, "ring"));
    mkdirSync(join(directory, "folder"));
    return directory;
  };

  test.each([
    ["what is missing", "missing", "there is no such file or directory"],
    ["what is below a file", "file/below", "a file stands where its path needs a directory"],
    ["a directory", "folder", "it is a directory"],
    ["a link to itself", "ring", "its links lead in a ring"],
    ["a long name", "n".repeat(300), "its name is too long"],
  ])("%s, read or written", (_, name, trouble) => {
    const path = join(root(), name);
    expect(troubleOf(() => readFileSync(path))).toBe(trouble);
    if (name !== "missing") expect(troubleOf(() => writeFileSync(path, ""))).toBe(trouble);
  });

  test("what this user may not do", () => {
    const refused = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    expect(fileTrouble(refused)).toBe("this user may not");
  });

  test.each([
    [new Error("something else"), "something else"],
    [Object.assign(new Error("EIO: i/o error"), { code: "EIO" }), "EIO: i/o error"],
    [Object.assign(new Error("odd"), { code: "toString" }), "odd"],
    ["text", "text"],
  ])("%s keeps its own words", (cause, words) => {
    expect(fileTrouble(cause)).toBe(words);
  });
});
