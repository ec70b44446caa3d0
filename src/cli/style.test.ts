import { describe, expect, test } from "vitest";
import type { OutputStream } from "./output-stream.ts";
import { stderrStyle, stdoutStyle } from "./style.ts";

function stream(isTerminal: boolean): OutputStream {
  return { isTerminal, write: () => undefined, flush: async () => undefined, failure: () => undefined };
}

const isColoured = (style: { red(text: string): string }) => style.red("x") !== "x";

describe("colour", () => {
  test.each([
    ["on a terminal", true, {}, false, true, true],
    ["off a terminal", false, {}, false, false, false],
    ["forced off a terminal, on stderr alone", false, { FORCE_COLOR: "1" }, false, false, true],
    ["forced by 0 is not forced", false, { FORCE_COLOR: "0" }, false, false, false],
    ["refused by NO_COLOR, which wins", true, { NO_COLOR: "1", FORCE_COLOR: "1" }, false, false, false],
    ["an empty NO_COLOR refuses nothing", true, { NO_COLOR: "" }, false, true, true],
    ["refused by --no-color", true, { FORCE_COLOR: "1" }, true, false, false],
    ["not on a dumb terminal", true, { TERM: "dumb" }, false, false, false],
  ])("%s", (_, isTerminal, env, noColor, onStdout, onStderr) => {
    expect(isColoured(stdoutStyle(stream(isTerminal), env, noColor))).toBe(onStdout);
    expect(isColoured(stderrStyle(stream(isTerminal), env, noColor))).toBe(onStderr);
  });
});
