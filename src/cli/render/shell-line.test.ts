import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellLine } from "./shell-line.ts";

test("plain words stand as they are, others in quotes", () => {
  expect(shellLine(["node", "-p", "`a` + 'b'", "", "x/y.mjs"])).toBe(
    "node -p '`a` + '\\''b'\\''' '' x/y.mjs",
  );
});

test("a shell reads the same words back", () => {
  const word = fc.string({ unit: "grapheme-ascii", maxLength: 12 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (argv) => {
      const { stdout } = spawnSync("sh", ["-c", `printf '%s\\0' ${shellLine(argv)}`], { encoding: "utf8" });
      expect(stdout.split("\0").slice(0, -1)).toEqual(argv);
    }),
    { numRuns: 20 },
  );
});
