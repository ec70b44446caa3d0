// Runs the packed package on each Node version we support: version, a whole run, kill -9 and resume, reads.
// The Node binaries come from the package registry into a cache outside of the repository; `--offline` uses
// only those that are there already.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, root } from "./build.mjs";
import { printClosingLine } from "./closing-line.mjs";
import { npm, provideNode } from "./node-releases.mjs";

const MAJORS = [20, 22, 24, 26];
const STEP_TIMEOUT_MS = 60_000;

/** One result a Node version and check; a version that cannot be had fails, or is skipped when `offline`. */
export async function runSmokeTests({ offline }) {
  process.stdout.write("\n== the built command on each Node version\n");
  const workshop = mkdtempSync(path.join(os.tmpdir(), "akm-smoke-"));
  const results = [];
  try {
    const akm = installPackedPackage(workshop);
    for (const major of MAJORS) results.push(...(await smokeTestNode({ major, akm, workshop, offline })));
    return results;
  } catch (error) {
    process.stdout.write(`  ${error.message}\n`);
    return [...results, { name: `smoke > ${error.message}`, passed: false }];
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

async function smokeTestNode({ major, akm, workshop, offline }) {
  const node = provideNode(major, offline);
  if (node.missing !== undefined) {
    process.stdout.write(`  Node ${major}: ${node.missing}\n`);
    return [{ name: `smoke > Node ${major}: ${node.missing}`, passed: false, skipped: offline }];
  }
  const directory = path.join(workshop, `node-${major}`);
  mkdirSync(path.join(directory, "project"), { recursive: true });
  const shell = new Installation(node, akm, directory);
  const results = [];
  for (const [title, check] of Object.entries(CHECKS)) {
    const problem = await check(shell).catch((error) => error.message);
    process.stdout.write(
      `  Node ${node.version}: ${title}: ${problem === undefined ? "ok" : `FAILED\n${problem}`}\n`,
    );
    results.push({ name: `smoke > Node ${node.version} > ${title}`, passed: problem === undefined });
  }
  return results;
}

/** Each check rejects with what is wrong. */
const CHECKS = {
  async "akm --version"(shell) {
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    expectThat(shell.run("--version").stdout.includes(version), "does not print the package's version");
  },

  async "a whole run"(shell) {
    const { stdout } = shell.run("workflow", "run", path.join(root, "examples/hello.md"));
    const { done, run } = JSON.parse(stdout);
    expectThat(done === true && run.outputs.card.startsWith("Hello, Ada!"), `unexpected result: ${stdout}`);
  },

  async "kill -9 in the middle, then resume"(shell) {
    const journal = path.join(shell.project, "journal.txt");
    const engine = shell.start("workflow", "run", shell.fixture("cut.md"));
    await untilFileSays(journal, "second", engine);
    engine.kill("SIGKILL");
    await once(engine, "exit");
    const { runs } = JSON.parse(shell.run("workflow", "list", "--active").stdout);
    expectThat(runs.length === 1, `expected one active run, found ${runs.length}`);
    writeFileSync(path.join(shell.project, "go"), "");
    const { done, run } = JSON.parse(shell.run("workflow", "run", runs[0].id).stdout);
    expectThat(done === true && run.outputs.result === "two", "the resumed run did not finish");
    const lines = readFileSync(journal, "utf8").trim().split("\n");
    expectThat(lines.join() === "first,second,second", `units ran as ${lines.join()}`);
  },

  async "status and list"(shell) {
    const { runs } = JSON.parse(shell.run("workflow", "list").stdout);
    expectThat(runs.length === 2, `expected two runs, found ${runs.length}`);
    const { run, units } = JSON.parse(shell.run("workflow", "status", runs[0].id, "--units").stdout);
    const statuses = units.map(({ status }) => status).sort();
    expectThat(run.status === "completed", `the run is ${run.status}`);
    expectThat(statuses.join() === "completed,completed,interrupted", `attempts are ${statuses.join()}`);
  },
};

function expectThat(condition, message) {
  if (!condition) throw new Error(message);
}

/** The installed command with a home of its own, on one Node. */
class Installation {
  constructor(node, akm, directory) {
    this.node = node.file;
    this.akm = akm;
    this.project = path.join(directory, "project");
    this.environment = {
      PATH: `${path.dirname(node.file)}${path.delimiter}${process.env.PATH}`,
      HOME: directory,
      TMPDIR: os.tmpdir(),
      AKM_FORMAT: "json",
    };
  }

  fixture(name) {
    const copy = path.join(this.project, name);
    copyFileSync(path.join(root, "test/fixtures/smoke", name), copy);
    return copy;
  }

  start(...args) {
    return spawn(this.node, [this.akm, ...args], {
      cwd: this.project,
      env: this.environment,
      stdio: "ignore",
    });
  }

  run(...args) {
    const result = spawnSync(this.node, [this.akm, ...args], {
      cwd: this.project,
      env: this.environment,
      encoding: "utf8",
      timeout: STEP_TIMEOUT_MS,
    });
    const { status, stderr } = result;
    expectThat(status === 0, `akm ${args.join(" ")} ended with ${status ?? result.signal}: ${stderr}`);
    expectThat(
      !/ExperimentalWarning/.test(stderr),
      `akm ${args.join(" ")} printed a warning of Node's: ${stderr}`,
    );
    return result;
  }
}

/** Resolves once the file holds the text; rejects when the engine that should write it has ended. */
function untilFileSays(file, text, engine) {
  return new Promise((resolve, reject) => {
    const watcher = watch(path.dirname(file), look);
    const ended = (status) =>
      finish(() => reject(new Error(`the engine ended with ${status} before the cut`)));
    engine.once("exit", ended);
    const deadline = setTimeout(
      () => finish(() => reject(new Error(`no "${text}" in time`))),
      STEP_TIMEOUT_MS,
    );
    look();

    function look() {
      if (existsSync(file) && readFileSync(file, "utf8").includes(text)) finish(resolve);
    }
    function finish(settle) {
      watcher.close();
      clearTimeout(deadline);
      engine.off("exit", ended);
      settle();
    }
  });
}

/** What a user would install: the packed files and their dependencies, without install scripts. */
function installPackedPackage(workshop) {
  const packed = npm(["pack", "--json", "--pack-destination", workshop], root);
  const [{ filename }] = JSON.parse(packed);
  const home = path.join(workshop, "installed");
  mkdirSync(home);
  npm(["install", "--prefix", home, "--prefer-offline", path.join(workshop, filename)], workshop);
  return path.join(home, "node_modules/akm-workflow/dist/main.js");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ earlier: "retire" });
  process.exitCode = printClosingLine(await runSmokeTests({ offline: process.argv.includes("--offline") }));
}
