import { describe, expect, test } from "vitest";
import type { AkmError } from "../errors/index.ts";
import { findVerb } from "./find-verb.ts";
import { GROUPS, RETIRED_VERBS, VERBS } from "./verbs.ts";

function refusal(words: string[]): unknown {
  try {
    return findVerb(words);
  } catch (error) {
    return error;
  }
}

describe("findVerb", () => {
  test.each(Object.keys(VERBS))("finds %s, and its module", async (name) => {
    const found = findVerb([...name.split(" "), "x", "--y"]);
    expect(found).toMatchObject({ kind: "verb", name, rest: ["x", "--y"] });
    const verb = await VERBS[name]?.load();
    expect(verb?.example).toContain(`akm ${name}`);
  });

  test("global flags may stand before and between the words", () => {
    expect(findVerb(["--format", "json", "workflow", "-q", "list", "--active"])).toMatchObject({
      kind: "verb",
      name: "workflow list",
      rest: ["--format", "json", "-q", "--active"],
    });
  });

  test.each([[[]], [["--help"]], [["--", "init"]]])("%j names no command", (words) => {
    expect(findVerb(words)).toMatchObject({ kind: "group", group: undefined });
  });

  test.each(Object.keys(GROUPS))("the group %s alone is a group", (group) => {
    expect(findVerb([group, "--help"])).toEqual({ kind: "group", group, rest: ["--help"] });
  });

  test.each([
    [["workflwo", "run"], "akm workflow"],
    [["workflow", "rnu"], "akm workflow run"],
    [["run"], "akm workflow run"],
    [["status", "x"], "akm workflow status"],
    [["lintt"], "akm lint"],
    [["workflow", "lint"], "akm lint"],
    [["remove", "x"], "`akm env remove` or `akm secret remove`"],
    [["secret", "rm"], "akm secret remove"],
    [["secret", "rotate"], "`akm secret` has list, set, run, remove"],
  ])("%j suggests %s", (words, suggestion) => {
    expect(refusal(words)).toMatchObject({
      code: "UNKNOWN_COMMAND",
      hint: expect.stringContaining(suggestion),
    });
  });

  test.each(Object.keys(GROUPS))(
    "a word that %s does not have never suggests another group's command",
    (group) => {
      const words = new Set(Object.keys(VERBS).map((verb) => verb.split(" ").at(-1) ?? ""));
      for (const word of words) {
        if (Object.hasOwn(VERBS, `${group} ${word}`) || Object.hasOwn(RETIRED_VERBS, `${group} ${word}`))
          continue;
        const { hint } = refusal([group, word]) as AkmError;
        const suggested = /^Did you mean `akm (.*)`\?$/.exec(hint ?? "")?.[1];
        if (suggested?.includes(" ")) expect(suggested).toMatch(new RegExp(`^${group} `));
      }
    },
  );

  // shows: engine-16
  test.each(Object.keys(RETIRED_VERBS))("%s says what does its work now", (name) => {
    expect(refusal(name.split(" "))).toMatchObject({
      code: "UNKNOWN_COMMAND",
      hint: expect.stringContaining("`akm "),
    });
  });

  test.each(["constructor", "__proto__", "toString"])("%s is a word like any other", (word) => {
    expect(refusal([word])).toMatchObject({ code: "UNKNOWN_COMMAND" });
    expect(refusal(["workflow", word])).toMatchObject({ code: "UNKNOWN_COMMAND" });
  });
});
