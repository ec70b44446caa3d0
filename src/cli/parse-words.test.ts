import { describe, expect, test } from "vitest";
import { AkmError } from "../errors/index.ts";
import { parseWords } from "./parse-words.ts";
import { RUN_FLAGS } from "./runs/run-flags.ts";
import type { Verb } from "./verb.ts";

const nothing = async () => ({ ending: { kind: "done" } as const });
const list: Verb = {
  summary: "",
  arguments: [{ name: "what", summary: "", required: false }],
  flags: [
    { name: "limit", value: "n", summary: "" },
    { name: "active", summary: "" },
  ],
  example: "akm list",
  run: nothing,
};
const run: Verb = {
  summary: "",
  arguments: [{ name: "ref", summary: "", required: true }],
  flags: RUN_FLAGS,
  takesParams: true,
  example: "akm run workflows/x",
  run: nothing,
};

const wrap: Verb = {
  summary: "",
  arguments: [{ name: "ref", summary: "", required: true }],
  flags: [],
  takesCommand: true,
  example: "akm wrap env/ci -- ./deploy.sh",
  run: nothing,
};

function refusal(verb: Verb, words: string[]): unknown {
  try {
    return parseWords("list", verb, words);
  } catch (error) {
    return error;
  }
}

describe("flags of akm's own", () => {
  test.each([
    [["--limit", "3"], { limit: "3" }],
    [["--limit=3"], { limit: "3" }],
    [["--limit="], { limit: "" }],
    [["--limit", "-3"], { limit: "-3" }],
    [["--limit", "3", "--limit=4"], { limit: "4" }],
    [["--active", "-qv"], { active: true, quiet: true, verbose: true }],
    [["--no-color"], { "no-color": true }],
  ])("%j", (words, flags) => {
    expect(parseWords("list", list, words)).toEqual({ args: [], flags, params: [], command: [] });
  });

  test("end at --", () => {
    expect(parseWords("list", list, ["--active", "--", "--limit"]).args).toEqual(["--limit"]);
  });

  test("of a command to run come after --, as it does itself", () => {
    expect(refusal(wrap, ["env/ci", "./x", "y"])).toMatchObject({
      code: "INVALID_FLAG_VALUE",
      hint: "Put -- before the command: akm list env/ci -- ./x …",
    });
    expect(refusal(wrap, ["env/ci", "./x", "--its-own"])).toMatchObject({
      code: "UNKNOWN_FLAG",
      hint: expect.stringContaining("after --: akm wrap env/ci -- ./deploy.sh"),
    });
    expect(parseWords("wrap", wrap, ["env/ci", "--", "./x", "--its-own"]).command).toEqual([
      "./x",
      "--its-own",
    ]);
  });

  test("help and version are answered whatever else is wrong", () => {
    expect(parseWords("list", run, ["--help"]).flags.help).toBe(true);
    expect(parseWords("list", list, ["--nonsense", "-V"]).flags.version).toBe(true);
  });

  test.each([
    [["--limti", "3"], "UNKNOWN_FLAG", "Did you mean --limit?"],
    [["-x"], "UNKNOWN_FLAG", undefined],
    [["--limit"], "INVALID_FLAG_VALUE", undefined],
    [["--limit", "--active"], "INVALID_FLAG_VALUE", undefined],
    [["--active=yes"], "INVALID_FLAG_VALUE", undefined],
    [["one", "two"], "INVALID_FLAG_VALUE", undefined],
  ])("%j is refused", (words, code, hint) => {
    const error = refusal(list, words);
    expect(error).toBeInstanceOf(AkmError);
    expect(error).toMatchObject(hint === undefined ? { code } : { code, hint });
  });

  test("a missing argument is named, with an example", () => {
    expect(refusal(run, ["--new"])).toMatchObject({
      code: "MISSING_REQUIRED_ARGUMENT",
      hint: "For example: akm run workflows/x",
    });
  });
});

describe("words after the target of a run", () => {
  test("are the workflow's unless they are akm's", () => {
    expect(
      parseWords("run", run, ["x", "--who", "Ada", "--max-steps", "1", "--deep", "--new", "--n", "-5"]),
    ).toEqual({
      args: ["x"],
      flags: { "max-steps": "1", new: true },
      params: ["--who", "Ada", "--deep", "--n", "-5"],
      command: [],
    });
  });

  test("keep order, repeats, joined values and blanks as typed", () => {
    const params = ["--a=1", "--b", "two words", "--a=", '--c={"k": 1}', "--a", ""];
    expect(parseWords("run", run, ["x", ...params]).params).toEqual(params);
  });

  test("--version is the workflow's there, -V is not", () => {
    expect(parseWords("run", run, ["x", "--version", "2"]).params).toEqual(["--version", "2"]);
    expect(parseWords("run", run, ["x", "-V"]).flags.version).toBe(true);
  });

  test("a param before the target is refused, and the order explained", () => {
    expect(refusal(run, ["--who", "Ada", "x"])).toMatchObject({
      code: "UNKNOWN_FLAG",
      hint: expect.stringContaining("after it"),
    });
  });

  test("akm's flags may stand before the target too", () => {
    expect(parseWords("run", run, ["--max-steps", "1", "x"])).toMatchObject({
      args: ["x"],
      flags: { "max-steps": "1" },
    });
  });
});
