import { describe, expect, test } from "vitest";
import { findingsIn, HEAD, markdown, messagesIn } from "../../../test/rig/workflow-source.ts";

describe("step ids", () => {
  // shows: schema-13b
  test("declared twice are an error that names both lines", () => {
    const text = markdown(`${HEAD}steps:\n  - id: a\n  - id: b\n  - id: a`);
    expect(findingsIn(text)).toEqual(["7:9 duplicate-step"]);
    expect(messagesIn(text)).toEqual([expect.stringContaining("on line 5")]);
  });

  test("that differ in letter case alone are a warning", () => {
    const text = markdown(`${HEAD}steps:\n  - id: Build\n  - id: build`);
    expect(findingsIn(text)).toEqual(["?6:9 case-collision"]);
    expect(messagesIn(text)).toEqual([expect.stringContaining("`Build` on line 5")]);
  });

  // shows: schema-118b
  test.each(["con", "aux", "_", "A-1", "a".repeat(200), "constructor", "toString"])("may be %.20s", (id) => {
    expect(findingsIn(markdown(`${HEAD}steps: [{ id: ${id} }]`))).toEqual([]);
  });

  // shows: schema-118b
  test.each(["a.", "1a", "-a", "a b", "é", "a/b"])("may not be %s", (id) => {
    expect(findingsIn(markdown(`${HEAD}steps: [{ id: ${id} }]`, `## ${id}\nx`))).toEqual([
      "4:15 invalid-name",
    ]);
  });
});
