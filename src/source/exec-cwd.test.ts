import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXEC_CWD_PATTERN, execCwdProblem } from "./exec-cwd.ts";

describe("execCwdProblem", () => {
  test.each([".", "packages/core", "a..b", "..a/b", "...", "a b/ü", "xx:y/z", "a/~", "a//b", "./a/"])(
    "%s stays inside",
    (cwd) => {
      expect(execCwdProblem(cwd)).toBeUndefined();
    },
  );

  // shows: schema-378c
  test.each([
    ["", /empty/],
    ["/", /absolute/],
    ["/tmp", /absolute/],
    ["C:", /drive/],
    ["c:/x", /drive/],
    ["~", /~/],
    ["~root/x", /~/],
    ["..", /\.\./],
    ["../x", /\.\./],
    ["a/../b", /\.\./],
    ["a/..", /\.\./],
    ["\\\\host\\share", /backslash/],
    ["a\\..\\b", /backslash/],
    ["a\u0000b", /NUL/],
    ["a".repeat(1025), /1024/],
  ])("%.20s is refused", (cwd, reason) => {
    expect(execCwdProblem(cwd)).toMatch(reason);
  });

  test("the published pattern says the same", () => {
    const pattern = new RegExp(EXEC_CWD_PATTERN);
    const tricky = fc.stringMatching(/^[.~/\\:aC\n]{0,8}$/);
    fc.assert(
      fc.property(tricky, (cwd) => pattern.test(cwd) === (execCwdProblem(cwd) === undefined)),
      { numRuns: 2000 },
    );
  });
});
