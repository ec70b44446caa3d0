import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

/** A home with things beside it that look like commands and are none. */
function withOddFiles(exec: string): AkmHome {
  const home = new AkmHome();
  home.workflow("e", `steps:\n  - id: s\n    unit: { exec: { command: ${exec} } }`, ["s"]);
  home.write("plain.sh", "#!/bin/sh\n");
  for (const [name, firstLine] of [
    ["no-interpreter.sh", "#!/no/such/interpreter\n"],
    ["windows.sh", "#!/bin/sh\r\necho hi\r\n"],
  ] as const)
    chmodSync(home.write(name, firstLine), 0o755);
  mkdirSync(join(home.root, "dir"));
  symlinkSync("/", join(home.root, "outside"));
  return home;
}

describe("a command that cannot be started", () => {
  // shows: schema-378e
  test.each([
    [
      "where its directory is missing",
      '["true"], cwd: nope',
      "spawn_failed",
      /directory "nope".*does not exist/,
    ],
    [
      "where its directory is a file",
      '["true"], cwd: plain.sh',
      "spawn_failed",
      /"plain.sh".*is not a directory/,
    ],
    [
      "where its directory leads outside",
      '["true"], cwd: outside',
      "exec_cwd_escape",
      /"outside" lies outside/,
    ],
    [
      "that PATH does not have",
      '["no-such-cmd-xyz"]',
      "spawn_failed",
      /"no-such-cmd-xyz" was not found.*PATH/,
    ],
    ["at a path that is not there", '["./nope.sh"]', "spawn_failed", /there is no file .*nope\.sh/],
    ["that is not executable", '["./plain.sh"]', "spawn_failed", /not executable.*chmod \+x/],
    ["that is a directory", '["./dir"]', "spawn_failed", /"\.\/dir" is a directory/],
    [
      "whose interpreter is missing",
      '["./no-interpreter.sh"]',
      "spawn_failed",
      /\/no\/such\/interpreter.*does not exist/,
    ],
    ["with Windows line ends", '["./windows.sh"]', "spawn_failed", /carriage return/],
  ])("%s says so, and its unit alone fails", (_, exec, reason, message) => {
    const home = withOddFiles(exec);
    const failed = home.run("e");
    expect(failed.status).toBe(1);
    expect(failed.json().workflow.steps[0]).toMatchObject({
      status: "failed",
      evidence: { units: [{ failureReason: reason }] },
      notes: expect.stringMatching(message),
    });
    expect(failed.stderr).not.toMatch(/ENOENT|EACCES|\bat .*:\d+:\d+/);
  });

  // shows: engine-38b
  test("may be tried again, once what was missing is there", () => {
    const home = withOddFiles('["./late.sh"]');
    expect(home.run("e").status).toBe(1);
    chmodSync(home.write("late.sh", "#!/bin/sh\necho here\n"), 0o755);
    const retried = home.akm(["workflow", "run", home.newestRun().id, "--max-retries", "1"]);
    expect(retried.json().workflow.steps[0]?.evidence.output).toBe("here");
  });
});

describe("a command that is none", () => {
  // shows: schema-366a, schema-378c
  test.each([
    ["an empty word", '[""]', /`command\[0\]` is empty/],
    ["no word at all", "[]", /at least 1/],
    ["a line of shell", '"echo hi | wc"', /list of arguments.*"sh", "-c"/],
    ["a NUL in a word", '["echo", "a\\0b"]', /NUL/],
    ["a directory above", '["true"], cwd: ../x', /`cwd`.*\.\./],
    ["an absolute directory", '["true"], cwd: /tmp', /`cwd` is absolute/],
  ])("%s is refused where it is written, before there is a run", (_, exec, message) => {
    const home = withOddFiles(exec);
    expect(home.akm(["lint"]).json().findings).toMatchObject([
      { line: 6, severity: "error", message: expect.stringMatching(message) },
    ]);
    const refused = home.run("e");
    expect([refused.status, refused.error().code]).toEqual([2, "WORKFLOW_SOURCE_INVALID"]);
    expect(home.has("data/state.db")).toBe(false);
  });
});
