import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CommandCase, dispatchCommand, temporaryDirectory } from "../../../test/rig/dispatch-command.ts";
import { explainSpawnFailure } from "./spawn-failure.ts";

let cwd: ReturnType<typeof temporaryDirectory>;

beforeEach(() => {
  cwd = temporaryDirectory();
  script("noexec.sh", "#!/bin/sh\n", 0o644);
  script("badshebang.sh", "#!/no/such/interp\n");
  script("dirshebang.sh", "#! /tmp -x\n");
  script("crlf.sh", "#!/bin/sh\r\necho hi\r\n");
  script("plain", "echo plain\n");
  mkdirSync(join(cwd.path, "dir"));
  mkdirSync(join(cwd.path, "tools/dirtool"), { recursive: true });
  symlinkSync(join(cwd.path, "badshebang.sh"), join(cwd.path, "tools/badtool"));
  symlinkSync(join(cwd.path, "noexec.sh"), join(cwd.path, "tools/noexectool"));
});
afterEach(() => cwd.remove());

function script(name: string, text: string, mode = 0o755): void {
  const path = join(cwd.path, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
}

async function spawnError(commandCase: CommandCase): Promise<string> {
  const { outcome } = await dispatchCommand({ cwd: cwd.path, ...commandCase });
  expect(outcome).toMatchObject({ status: "failed", failureReason: "spawn_failed" });
  return outcome.status === "failed" ? outcome.error : "";
}

describe("a command that cannot be started", () => {
  test("because its directory is missing is told so, not that the command is", async () => {
    expect(await spawnError({ command: ["true"], directory: "nope" })).toMatch(
      /directory "nope" .*does not exist/,
    );
    const gone = join(cwd.path, "gone");
    expect(await spawnError({ command: ["true"], cwd: gone })).toBe(
      `The working directory ${gone} does not exist.`,
    );
  });

  test("because the run's directory became a file is told so", async () => {
    expect(await spawnError({ command: ["true"], cwd: join(cwd.path, "plain") })).toMatch(
      /is not a directory/,
    );
  });

  test("because no directory of PATH has it is told which were searched", async () => {
    const environment = { PATH: "/usr/bin:/opt/none" };
    expect(await spawnError({ command: ["no-such-cmd-xyz"], environment })).toMatch(
      /"no-such-cmd-xyz" was not found: it has no slash, so PATH was searched.*\(\/usr\/bin:\/opt\/none\)/,
    );
  });

  // shows: schema-571c
  test.each([
    ["./no-such-cmd", /was not found: there is no file .*\/no-such-cmd\.$/],
    ["./noexec.sh", /not executable \(permission denied\): .*noexec\.sh.*chmod \+x/],
    ["./dir", /is a directory/],
    [
      "./badshebang.sh",
      /interpreter "\/no\/such\/interp" in the first line of .*badshebang\.sh does not exist/,
    ],
    ["./dirshebang.sh", /interpreter "\/tmp" .*is not an executable file/],
    ["./crlf.sh", /interpreter "\/bin\/sh\\r" .*carriage return/],
    ["./plain/below", /there is no file/],
  ])("%s is told why", async (command, message) => {
    expect(await spawnError({ command: [command] })).toMatch(message);
  });

  test.each([
    ["badtool", /interpreter "\/no\/such\/interp"/],
    ["noexectool", /not executable/],
    ["dirtool", /is a directory/],
  ])("%s, found in PATH, is told why", async (command, message) => {
    const environment = { PATH: `/opt/none:${join(cwd.path, "tools")}` };
    expect(await spawnError({ command: [command], environment })).toMatch(message);
  });

  test.skipIf(process.platform !== "linux")("because one argument is too long is told its size", async () => {
    const message = await spawnError({ command: ["/bin/true", "short", "x".repeat(140_000)] });
    expect(message).toMatch(/E2BIG.*the largest is argument 2 with 140001 bytes/);
  });

  test.skipIf(process.platform !== "linux")("because one variable is too long is told its name", async () => {
    const environment = { PATH: process.env.PATH, HUGE: "x".repeat(140_000) };
    const message = await spawnError({ command: ["true"], environment, passEnv: ["HUGE"] });
    expect(message).toMatch(/the largest is the variable HUGE with 140006 bytes/);
  });

  test.each([
    [["tr\0ue"], "The command's name"],
    [["true", "a", "b\0"], "Argument 2"],
  ])("because of a NUL byte in %j is told where", async (command, where) => {
    expect(await spawnError({ command })).toContain(
      `${where} of the command holds a NUL byte`.replace("name of the command", "name"),
    );
  });

  test("because a variable holds a NUL byte is told which", async () => {
    const env = [{ kind: "literal", name: "MODE", value: "a\0b" }] as const;
    expect(await spawnError({ command: ["true"], env })).toContain("The variable MODE holds a NUL byte");
  });
});

describe("what the system answers", () => {
  const launch = { argv: ["make"], directory: "/", environment: {} };

  test.each([
    ["EAGAIN", /refused another process.*may have (\d+|unlimited).*Lower the width/],
    ["EMFILE", /Too many files.*may have \d+.*Lower the width/],
    ["ENOENT", /"make" was not found.*PATH is not set/],
    ["EIO", /"make" could not be started: no luck/],
  ])("%s is put in words", (code, words) => {
    expect(explainSpawnFailure(Object.assign(new Error("no luck"), { code }), launch)).toMatch(words);
  });
});
