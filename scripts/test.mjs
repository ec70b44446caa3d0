// Every test of the project: build, static checks, tests, and the built command on each Node we support.
// `--offline` leaves out the Node versions that would have to be fetched.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build, root } from "./build.mjs";
import { runChecks } from "./check.mjs";
import { printClosingLine } from "./closing-line.mjs";
import { runSmokeTests } from "./smoke.mjs";

const offline = process.argv.includes("--offline");

const results = (await isBuilt())
  ? [...runChecks(), ...runVitest(), ...(await runSmokeTests({ offline }))]
  : [{ name: "build", passed: false }];
process.exitCode = printClosingLine(results);

async function isBuilt() {
  try {
    await build({ earlier: "retire" });
    return true;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

function runVitest() {
  const directory = mkdtempSync(path.join(os.tmpdir(), "akm-test-report-"));
  const report = path.join(directory, "report.json");
  try {
    process.stdout.write("\n== tests\n");
    const args = [
      "--no-install",
      "vitest",
      "run",
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ];
    const { status, signal } = spawnSync("npx", args, { cwd: root, stdio: "inherit" });
    if (!existsSync(report))
      return [{ name: `vitest itself (ended with ${status ?? signal})`, passed: false }];
    return withOwnFailure(readReport(report), status);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** One entry a test; a file that could not even load counts as one failed test. */
function readReport(report) {
  const files = JSON.parse(readFileSync(report, "utf8")).testResults;
  return files.flatMap(({ name: file, status, assertionResults }) => {
    const name = path.relative(root, file);
    const tests = assertionResults.map((test) => ({
      name: `${name} > ${[...test.ancestorTitles, test.title].join(" > ")}`,
      passed: test.status === "passed",
      skipped: test.status === "pending" || test.status === "skipped" || test.status === "todo",
    }));
    const brokenFile = status === "failed" && tests.every((test) => test.passed || test.skipped);
    return brokenFile ? [...tests, { name, passed: false }] : tests;
  });
}

/** Vitest may fail with every test green, as on an unhandled rejection; that must not go unseen. */
function withOwnFailure(tests, status) {
  const seen = tests.some((test) => !test.passed && !test.skipped);
  return status === 0 || seen
    ? tests
    : [...tests, { name: `vitest itself (ended with ${status})`, passed: false }];
}
