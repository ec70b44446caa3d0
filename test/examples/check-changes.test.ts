import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { makeDirectory, openHome } from "./akm.ts";

const { home, akm } = openHome();
afterAll(() => rmSync(home, { recursive: true }));

describe("examples/check-changes.md", () => {
  test("names what is wrong with the changed files, and with them alone", () => {
    const repository = makeRepository("flagged");
    write(repository, { "untouched.json": "{ broken\n" });
    commit(repository);
    write(repository, {
      "fine.json": "{}\n",
      "bad.json": "{,}\n",
      "torn.txt": "end",
      "ragged.txt": "a \nb\n",
    });
    commit(repository);

    const { result, report } = checkChanges(repository);
    expect(result.run.outputs).toEqual({ verdict: "flagged", checked: 4 });
    expect(stepStatuses(result)).toMatchObject({ "report-problems": "completed", "report-clean": "skipped" });
    expect(report).toMatch(/^# Problems found\n\n4 files checked, 3 with problems\.\n/);
    expect(report.match(/^## .*$/gm)).toEqual(["## bad.json", "## ragged.txt", "## torn.txt"]);
    expect(report).toContain("- line 1: blank at the line's end");
  });

  test("counts changes that are not committed, and leaves deleted files out", () => {
    const repository = makeRepository("uncommitted");
    write(repository, { "gone.txt": "x\n", "kept.txt": "x\n" });
    commit(repository);
    commit(repository);
    rmSync(path.join(repository, "gone.txt"));
    write(repository, { "kept.txt": "y\n", "new with blank.txt": "z\n" });

    const { result } = checkChanges(repository);
    expect(result.run.outputs).toEqual({ verdict: "clean", checked: 2 });
  });

  test("says so when nothing changed", () => {
    const repository = makeRepository("unchanged");
    commit(repository);

    const { result, report } = checkChanges(repository);
    expect(result.run.outputs).toEqual({ verdict: "unchanged", checked: 0 });
    expect(report).toContain("# Nothing changed");
  });

  test("checks everything in a clone without history", () => {
    const repository = makeRepository("origin");
    const clone = path.join(home, "shallow");
    git(home, "clone", "--quiet", "--depth", "1", `file://${repository}`, clone);

    const { result } = checkChanges(clone);
    expect(result.run.outputs.verdict).toBe("clean");
    expect(result.run.outputs.checked).toBeGreaterThanOrEqual(5);
  });

  test("works on this repository", () => {
    const clone = path.join(home, "this-repository");
    git(home, "clone", "--quiet", `file://${ROOT}`, clone);

    const { result } = checkChanges(clone);
    expect(result).toMatchObject({ done: true, run: { status: "completed" } });
  });
});

interface RunResult {
  done: boolean;
  run: { outputs: { verdict: string; checked: number } };
  workflow: { steps: { id: string; status: string }[] };
}

function checkChanges(repository: string): { result: RunResult; report: string } {
  const reportFile = path.join(home, `${path.basename(repository)}-report.md`);
  const words = ["workflow", "run", "./examples/check-changes.md", "--report", reportFile];
  const { status, stdout, stderr } = akm(repository, ...words);
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  return { result: JSON.parse(stdout), report: readFileSync(reportFile, "utf8") };
}

function stepStatuses(result: RunResult): Record<string, string> {
  return Object.fromEntries(result.workflow.steps.map(({ id, status }) => [id, status]));
}

/** A repository whose first commit holds the examples. */
function makeRepository(name: string): string {
  const repository = makeDirectory(home, name);
  git(repository, "init", "--quiet");
  cpSync(path.join(ROOT, "examples"), path.join(repository, "examples"), { recursive: true });
  commit(repository);
  return repository;
}

function write(directory: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
}

function commit(repository: string): void {
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "--allow-empty", "--message", "a change");
}

function git(cwd: string, ...args: string[]): void {
  const identity = [
    "-c",
    "user.name=Test",
    "-c",
    "user.email=test@example.invalid",
    "-c",
    "commit.gpgsign=false",
  ];
  execFileSync("git", [...identity, ...args], { cwd, stdio: "pipe" });
}
