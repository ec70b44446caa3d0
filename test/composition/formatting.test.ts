import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";
import { CAN_RUN_AS_NOBODY, NOBODY } from "../rig/nobody.ts";

const UNTIDY = `---
type:   workflow
description: A list   # of words
steps:
- id: a
  unit: {exec: {command: [echo, 1]}}
---

## a

Say   it.
`;

const TASK = "version: 4\nrun:   echo hello\n";

function home(): AkmHome {
  const akm = new AkmHome();
  akm.write("bundle/workflows/w.md", UNTIDY);
  akm.write("bundle/tasks/t.yml", TASK);
  return akm;
}

test("lint --fix mends what is beyond doubt and says how much; without it nothing is written", () => {
  const akm = home();
  const before = JSON.parse(akm.akm(["lint"]).stdout);
  expect(before.summary).toEqual({ files: 2, flagged: 1, fixed: 0 });
  expect(before.findings).toMatchObject([{ code: "unquoted-text", fixable: true, line: 6 }]);
  expect(before.findings[0]).not.toHaveProperty("fix");
  expect(akm.read("bundle/workflows/w.md")).toBe(UNTIDY);

  const after = JSON.parse(akm.akm(["lint", "--fix"]).stdout);
  expect(after.summary).toEqual({ files: 2, flagged: 0, fixed: 1 });
  expect(akm.read("bundle/workflows/w.md")).toBe(UNTIDY.replace("[echo, 1]", '[echo, "1"]'));
});

test("fmt lays out what has no errors, leaves alone what has, and --check writes nothing", () => {
  const akm = home();
  const checked = akm.akm(["fmt", "--check"]);
  expect(checked.status).toBe(1);
  expect(JSON.parse(checked.stdout)).toMatchObject({
    shape: "fmt",
    files: [{ status: "refused", findings: [{ code: "unquoted-text" }] }, { status: "formatted" }],
    summary: { files: 2, formatted: 1, refused: 1 },
  });
  expect(akm.read("bundle/tasks/t.yml")).toBe(TASK);

  akm.akm(["lint", "--fix"]);
  expect(akm.akm(["fmt"]).status).toBe(0);
  expect(akm.read("bundle/tasks/t.yml")).toBe("version: 4\nrun: echo hello\n");
  expect(akm.read("bundle/workflows/w.md")).toContain(
    'description: A list # of words\nsteps:\n  - id: a\n    unit: { exec: { command: [echo, "1"] } }\n---\n\n## a\n\nSay   it.\n',
  );
  expect(akm.akm(["fmt", "--check"]).status).toBe(0);
});

const GITHUB = `on:   workflow_dispatch
jobs:
  j:
    runs-on: [self-hosted]
    steps: [{ id: a, run: echo hello }]
`;

test.each([
  ["a workflow of a project below a folder called tasks", "tasks/project/.akm/workflows/w.yml", GITHUB],
  ["a workflow in a sub-folder called tasks", "bundle/workflows/tasks/w.yml", GITHUB],
  ["a workflow of no bundle, in a folder called tasks", "tasks/w.yml", GITHUB],
  ["a task in a sub-folder called workflows", "bundle/tasks/workflows/t.yml", TASK],
  ["a task of another project", "elsewhere/.akm/tasks/deep/t.yml", TASK],
  ["a task of no bundle", "loose/t.yml", TASK],
])("fmt takes %s for what it is", (_, file, source) => {
  const akm = home();
  akm.write(file, source);
  expect(akm.akm(["fmt", join(akm.root, file)]).json()).toMatchObject({ files: [{ status: "formatted" }] });
});

test("fmt tells what is wrong with a task of a bundle as lint does, whatever it is named by", () => {
  const akm = home();
  akm.write("bundle/tasks/broken.yml", "version: 4\nrum: echo\n");
  symlinkSync(join(akm.root, "bundle/tasks"), join(akm.root, "short"));
  const { files } = akm.akm(["fmt", join(akm.root, "short/broken.yml")]).json();
  const { findings } = akm.akm(["lint", "--type", "tasks"]).json();
  expect(files[0]?.findings).toEqual(findings.map(({ file: _, ...finding }) => finding));
  expect(findings).not.toEqual([]);
});

test("fmt tells what came of each file, also where another is missing, a dangling link or a directory", () => {
  const akm = home();
  const tidy = join(akm.root, "bundle/tasks/t.yml");
  const end = akm.akm(["fmt", tidy, "missing.md", join(akm.root, "bundle/tasks"), tidy]);
  expect(end.status).toBe(1);
  expect(end.json()).toMatchObject({
    files: [
      { path: tidy, status: "formatted" },
      { path: "missing.md", status: "refused", findings: [{ code: "unreadable", line: 1 }] },
      { status: "refused", findings: [{ code: "unreadable" }] },
      { status: "unchanged" },
    ],
    summary: { files: 4, formatted: 1, refused: 2 },
  });

  akm.write("bundle/tasks/t.yml", TASK);
  symlinkSync("nowhere", join(akm.root, "bundle/workflows/gone.md"));
  const { files } = akm.akm(["fmt"]).json();
  expect(files.map(({ status }) => status)).toEqual(["refused", "refused", "formatted"]);
  expect(files[0]?.findings).toMatchObject([{ code: "unreadable" }]);
  expect(akm.read("bundle/tasks/t.yml")).not.toBe(TASK);
});

test.skipIf(!CAN_RUN_AS_NOBODY)("a file that cannot be written is a finding of fmt and of lint --fix", () => {
  const akm = home();
  akm.write("bundle/workflows/b.md", UNTIDY);
  const folder = join(akm.root, "bundle/workflows");
  for (const [path, mode] of [
    [akm.root, 0o755],
    [folder, 0o555],
    [join(akm.root, "bundle/tasks"), 0o777],
  ] as const)
    chmodSync(path, mode);
  const as = { uid: NOBODY };
  const { findings, summary } = akm.akm(["lint", "--fix"], as).json();
  expect(findings.map(({ file, code }) => `${file} ${code}`)).toEqual([
    "workflows/b.md unquoted-text",
    "workflows/b.md unwritable",
    "workflows/w.md unquoted-text",
    "workflows/w.md unwritable",
  ]);
  expect(summary).toEqual({ files: 3, flagged: 4, fixed: 0 });

  akm.write("bundle/workflows/w.md", UNTIDY.replace("[echo, 1]", "[echo]"));
  expect(akm.akm(["fmt"], as).json().files).toMatchObject([
    { findings: [{ code: "unquoted-text" }] },
    { status: "refused", findings: [{ code: "unwritable" }] },
    { status: "formatted" },
  ]);
});
