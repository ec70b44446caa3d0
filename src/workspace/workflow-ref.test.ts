import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AkmError } from "../errors/index.ts";
import { formatWorkflowRef, looksLikePath, parseWorkflowRef } from "./workflow-ref.ts";

describe("parseWorkflowRef", () => {
  test.each([
    ["workflows/ship", { segments: ["ship"] }],
    ["workflows/release/ship", { segments: ["release", "ship"] }],
    ["team//workflows/ship", { bundle: "team", segments: ["ship"] }],
    ["workflows/a.b", { segments: ["a.b"] }],
    ["workflows/a.", { segments: ["a."] }],
    ["workflows/con", { segments: ["con"] }],
    ["workflows/%2e%2e", { segments: ["%2e%2e"] }],
  ])("%s", (text, ref) => {
    expect(parseWorkflowRef(text)).toEqual({ folder: "workflows", ...ref });
  });

  test.each([
    "ship",
    "workflows",
    "workflows/",
    "workflows/../secret",
    "workflows/./ship",
    "workflows//ship",
    "//workflows/ship",
    "a//b//workflows/ship",
    "workflows/a\\..\\b",
    "workflows/a\0b",
    "tasks/ship",
    "",
  ])("%j is no ref", (text) => {
    expect(() => parseWorkflowRef(text)).toThrow(AkmError);
  });

  test("never throws anything but its own error, and never lets a segment step out", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const { segments } = parseWorkflowRef(`workflows/${text}`);
          expect(segments.some((segment) => ["", ".", ".."].includes(segment))).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(AkmError);
        }
      }),
    );
  });

  test("what is formatted is read back", () => {
    expect(parseWorkflowRef(formatWorkflowRef("team", ["a", "b"]))).toEqual({
      bundle: "team",
      folder: "workflows",
      segments: ["a", "b"],
    });
  });
});

describe("looksLikePath", () => {
  test.each([
    "./ship.md",
    "../ship.yml",
    "/x/ship.md",
    "~/ship.md",
    "ship.md",
    "workflows/ship.yaml",
    "C:\\ship",
    "./ship",
  ])("%s is a path", (target) => {
    expect(looksLikePath(target)).toBe(true);
  });

  test.each(["workflows/ship", "team//workflows/ship", "ship", "3f2c81d0", "workflows/a.b"])(
    "%s is none",
    (target) => {
      expect(looksLikePath(target)).toBe(false);
    },
  );
});
