import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { AKM, AkmHome } from "../rig/akm-home.ts";

/** What bash would offer for a line that it has cut into these words; bash alone, with nothing of bash-completion. */
function offered(home: AkmHome, line: string, words: readonly string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const script = `
set -euo pipefail
akm() { "${process.execPath}" "${AKM}" "$@"; }
eval "$(akm completions bash)"
eval "$(akm completions bash)"
COMP_LINE='${line}'
COMP_POINT=\${#COMP_LINE}
COMP_WORDS=(${quoted})
COMP_CWORD=${words.length - 1}
$(complete -p akm | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync("bash", ["--norc", "--noprofile", "-c", script], {
    cwd: home.root,
    env: home.env(),
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((word) => word !== "");
}

describe("the completion script for bash, sourced twice", () => {
  test.each([
    ["a command", "akm workflow st", ["akm", "workflow", "st"], ["status"]],
    ["a flag", "akm log --ty", ["akm", "log", "--ty"], ["--type"]],
    ["a value", "akm log --format js", ["akm", "log", "--format", "js"], ["json", "jsonl"]],
    ["a value behind =", "akm log --format=js", ["akm", "log", "--format", "=", "js"], ["json", "jsonl"]],
    ["any value behind =", "akm log --format=y", ["akm", "log", "--format", "=", "y"], ["yaml"]],
    [
      "behind a word with a colon",
      "akm log --since @offset:1 --ty",
      ["akm", "log", "--since", "@offset", ":", "1", "--ty"],
      ["--type"],
    ],
    ["a workflow", "akm workflow run ", ["akm", "workflow", "run", ""], ["workflows/ship"]],
  ])("completes %s", (_, line, words, expected) => {
    const home = new AkmHome();
    home.chain("ship", { a: "true" });
    expect(offered(home, line, words)).toEqual(expected);
  });

  test("evaluates nothing of what was typed", () => {
    const home = new AkmHome();
    expect(
      offered(home, "akm log --run $(touch evil) ", ["akm", "log", "--run", "$(touch evil)", ""]),
    ).toEqual([]);
    expect(home.has("evil")).toBe(false);
  });
});
