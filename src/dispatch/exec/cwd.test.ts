import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/rig/dispatch-command.ts";
import { resolveCwd } from "./cwd.ts";

let root: ReturnType<typeof temporaryDirectory>;
let base: string;
let elsewhere: string;

beforeEach(() => {
  root = temporaryDirectory();
  base = join(root.path, "base");
  elsewhere = join(root.path, "elsewhere");
  mkdirSync(join(base, "packages/core"), { recursive: true });
  mkdirSync(elsewhere);
  writeFileSync(join(base, "file"), "");
  symlinkSync(join(base, "packages"), join(base, "inner"));
  symlinkSync(elsewhere, join(base, "outer"));
  symlinkSync(join(base, "loop"), join(base, "loop"));
});
afterEach(() => root.remove());

describe("the directory a command starts in", () => {
  test("is the base where none is declared", () => {
    expect(resolveCwd(base, undefined)).toEqual({ ok: true, directory: base });
  });

  // shows: schema-378a
  test.each(["packages/core", "inner/core", "./packages/./core/"])(
    "%s is found inside the base",
    (relative) => {
      expect(resolveCwd(base, relative)).toEqual({
        ok: true,
        directory: join(base, "packages/core"),
      });
    },
  );

  test("may be the base itself, reached by a link", () => {
    symlinkSync(base, join(elsewhere, "alias"));
    expect(resolveCwd(join(elsewhere, "alias"), ".")).toEqual({ ok: true, directory: base });
  });

  // shows: schema-378e
  test.each(["outer", "outer/", "..", "packages/../..", "/", "/tmp", "packages\\..\\.."])(
    "%s is an escape",
    (relative) => {
      expect(resolveCwd(base, relative)).toMatchObject({
        ok: false,
        failure: { failureReason: "exec_cwd_escape", error: expect.stringContaining(base) },
      });
    },
  );

  // shows: schema-378e
  test("is no way into a sibling whose name begins alike", () => {
    mkdirSync(`${base}-sibling`);
    symlinkSync(`${base}-sibling`, join(base, "sibling"));
    expect(resolveCwd(base, "sibling")).toMatchObject({ failure: { failureReason: "exec_cwd_escape" } });
  });

  test.each([
    ["nope", "does not exist"],
    ["file", "is not a directory"],
    ["file/below", "is not a directory"],
    ["loop", "round in a circle"],
    ["nul\0byte", "NUL byte"],
  ])("%j cannot be used: %s", (relative, problem) => {
    expect(resolveCwd(base, relative)).toMatchObject({
      ok: false,
      failure: { failureReason: "spawn_failed", error: expect.stringContaining(problem) },
    });
  });

  test.skipIf(process.getuid?.() === 0)("that may not be entered is said to be so", () => {
    chmodSync(join(base, "packages"), 0o600);
    expect(resolveCwd(base, "packages/core")).toMatchObject({
      failure: { error: expect.stringContaining("permission denied") },
    });
  });
});
