import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isDirectory } from "./is-directory.ts";
import { makeDirectories } from "./make-directories.ts";

describe("making directories", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), "akm-directories-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test("makes what is missing with the mode, and is content with what is there", () => {
    const deep = path.join(root, "a/b/c");
    makeDirectories(deep, 0o700);
    makeDirectories(deep, 0o700);
    expect(statSync(path.join(root, "a")).mode & 0o777).toBe(0o700);
    expect(statSync(deep).isDirectory()).toBe(true);
  });

  test("takes what cannot be looked at for no directory", () => {
    writeFileSync(path.join(root, "file"), "");
    expect(isDirectory(path.join(root, "file/below"))).toBe(false);
    expect(isDirectory(path.join(root, "missing"))).toBe(false);
    expect(isDirectory(root)).toBe(true);
  });

  test("says what stands in the way", () => {
    writeFileSync(path.join(root, "file"), "");
    expect(() => makeDirectories(path.join(root, "file"))).toThrow(/EEXIST/);
    expect(() => makeDirectories(path.join(root, "file/below"))).toThrow(/ENOTDIR|EEXIST/);
  });

  test.runIf(process.platform === "linux")("ends where the system takes no entry", () => {
    expect(() => makeDirectories("/proc/nothing/below")).toThrow(/ENOENT/);
  });
});
