import { describe, expect, test } from "vitest";
import { findingsIn, HEAD, markdown, messagesIn } from "../../../test/rig/workflow-source.ts";

const routing = (rest: string) =>
  markdown(
    `${HEAD}params: { p: {} }\nsteps:\n  - id: before\n  - id: r\n    route: { input: params.p, ${rest} }\n  - id: x\n  - id: y`,
  );

describe("a route", () => {
  test.each([
    ["two branches and a default", "when: [{ match: a, step: x }, { match: b, step: y }], default: y"],
    ["two branches to one step", "when: [{ match: a, step: x }, { match: b, step: x }]"],
    [
      "quoted booleans, numbers and dates",
      `when: [{ match: "true", step: x }, { match: "1", step: y }, { match: "2024-12-19", step: y }]`,
    ],
    ["words that only look like booleans", "when: [{ match: yes, step: x }, { match: no, step: y }]"],
    ["letter case that tells matches apart", "when: [{ match: a, step: x }, { match: A, step: y }]"],
  ])("takes %s", (_what, rest) => {
    expect(findingsIn(routing(rest))).toEqual([]);
  });

  // shows: schema-559d
  test.each<[string, string, string[]]>([
    ["an unquoted boolean", "when: [{ match: true, step: x }]", ["8:47 unquoted-text"]],
    ["an unquoted number", "when: [{ match: 1.0, step: x }]", ["8:47 unquoted-text"]],
    ["an unquoted null", "when: [{ match: null, step: x }]", ["8:47 unquoted-text"]],
    ["an unquoted date", "when: [{ match: 2024-12-19, step: x }]", ["8:47 unquoted-text"]],
    ["nothing to match", "when: [{ match: , step: x }]", ["8:47 wrong-type"]],
    [
      "a match used twice",
      'when: [{ match: a, step: x }, { match: "a", step: y }]',
      ["8:70 duplicate-match"],
    ],
    ["a way back", "when: [{ match: a, step: before }]", ["8:56 route-order"]],
    ["a way to itself", "when: [{ match: a, step: r }]", ["8:56 route-order"]],
    ["a default that leads back", "when: [{ match: a, step: x }], default: before", ["8:71 route-order"]],
    ["a step that is not there", "when: [{ match: a, step: z.z }]", ["8:56 invalid-name"]],
    ["a step that is misspelt", "when: [{ match: a, step: befor }]", ["8:56 unknown-step"]],
    ["no branches", "when: []", ["8:37 out-of-bounds"]],
    ["no when", "default: x", ["8:12 missing-key"]],
  ])("refuses %s", (_what, rest, found) => {
    expect(findingsIn(routing(rest))).toEqual(found);
  });

  test("names what was probably meant, and the line of the other match", () => {
    expect(messagesIn(routing("when: [{ match: a, step: befor }]"))).toEqual([
      expect.stringContaining("`before`"),
    ]);
    expect(messagesIn(routing("when: [{ match: a, step: x },\n      { match: a, step: y }]"))).toEqual([
      expect.stringContaining("on line 8"),
    ]);
  });

  test("has neither inputs nor an output schema", () => {
    const text = markdown(
      `${HEAD}params: { p: {} }\nsteps:\n  - id: r\n    inputs: []\n    output: {}\n    route: { input: params.p, when: [{ match: a, step: x }] }\n  - id: x`,
    );
    expect(findingsIn(text)).toEqual(["7:5 conflicting-keys", "8:5 conflicting-keys"]);
  });
});
