import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";
import { CAN_RUN_AS_NOBODY, NOBODY } from "../rig/nobody.ts";

/** What the system calls these troubles, and how Node words them. */
const FOREIGN =
  /\bE[A-Z]{4,}\b|illegal operation|permission denied|no such file or directory,|defect of its own/;

function home(): AkmHome {
  const akm = new AkmHome();
  akm.write("file", "");
  akm.write("bundle/env/ci", "");
  for (const folder of ["dir", "dir.md", "bundle/workflows/folder.md"]) mkdirSync(join(akm.root, folder));
  symlinkSync("nowhere", join(akm.root, "bundle/workflows/gone.md"));
  symlinkSync("ring.md", join(akm.root, "ring.md"));
  akm.chain("a", { a: "true" });
  return akm;
}

const LONG = "n".repeat(300);

describe("what is wrong with a file is told in akm's own words", () => {
  test.each<[string, string[], RegExp]>([
    [
      "a missing file to import",
      ["workflow", "import", "nope.yml"],
      /nope\.yml cannot be read: there is no such/,
    ],
    ["a directory to import", ["workflow", "import", "dir"], /dir cannot be read: it is a directory/],
    ["a file below a file to import", ["workflow", "import", "file/x.yml"], /a file stands where/],
    ["a directory to lay out", ["fmt", "dir"], /dir cannot be read: it is a directory/],
    ["a missing file to lay out", ["fmt", "nope.md"], /nope\.md cannot be read: there is no such/],
    ["a link that leads in a ring", ["fmt", "ring.md"], /links lead in a ring/],
    [
      "a dangling link to run",
      ["workflow", "run", "workflows/gone"],
      /gone\.md cannot be read: there is no such/,
    ],
    [
      "a directory to run",
      ["workflow", "run", "workflows/folder"],
      /folder\.md cannot be read: it is a directory/,
    ],
    ["a path to run that leads in a ring", ["show", "./ring.md"], /ring\.md cannot be read: its links/],
    ["a name that is too long", ["show", `./${LONG}.md`], /cannot be read: its name is too long/],
    [
      "missing params",
      ["workflow", "run", "workflows/a", "--params-file", "nope"],
      /nope cannot be read: there is no/,
    ],
    [
      "a directory of params",
      ["workflow", "run", "workflows/a", "--params-file", "dir"],
      /it is a directory/,
    ],
    [
      "a missing env file",
      ["env", "create", "x", "--from-file", "nope"],
      /nope cannot be read: there is no such/,
    ],
    ["a directory for an env file", ["env", "create", "x", "--from-file", "dir"], /it is a directory/],
    ["a long env file's name", ["env", "create", LONG], /cannot be written: its name is too long/],
    ["a long workflow's name", ["workflow", "create", LONG], /cannot be written: its name is too long/],
    ["a bundle that is a file", ["lint", "--dir", "file"], /There is no directory/],
  ])("%s", (_, words, expected) => {
    const { status, stdout, stderr } = home().akm([...words, "--format", "text"]);
    expect(status).not.toBe(0);
    expect(stdout + stderr).toMatch(expected);
    expect(stdout + stderr).not.toMatch(FOREIGN);
  });

  test("a configuration that is a directory", () => {
    const akm = home();
    mkdirSync(join(akm.root, "conf/config.json"));
    const { stderr } = akm.akm(["config", "list"]);
    expect(stderr).toMatch(/config\.json cannot be read: it is a directory/);
    expect(stderr).not.toMatch(FOREIGN);
  });

  test.skipIf(!CAN_RUN_AS_NOBODY)("what this user may not read", () => {
    const akm = home();
    const closed = join(akm.root, "dir");
    akm.write("dir/a.md", "");
    akm.write("b.md", "");
    for (const [path, mode] of [
      [akm.root, 0o755],
      [join(akm.root, "b.md"), 0o000],
      [closed, 0o700],
    ] as const)
      chmodSync(path, mode);
    for (const words of [
      ["fmt", "b.md"],
      ["fmt", "dir/a.md"],
      ["show", "./dir/a.md"],
      ["workflow", "import", "dir/a.md"],
    ]) {
      const { stdout, stderr } = akm.akm([...words, "--format", "text"], { uid: NOBODY });
      expect([words, stdout + stderr]).toEqual([
        words,
        expect.stringMatching(/cannot be read: this user may not/),
      ]);
      expect(stdout + stderr).not.toMatch(FOREIGN);
    }
  });
});
