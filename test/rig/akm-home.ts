import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { FAST_DISK, tempTree } from "./temp-tree.ts";

export const AKM = join(ROOT, "dist/main.js");

export interface AkmEnd {
  status: number | null;
  stdout: string;
  stderr: string;
  /** stdout as one JSON document. */
  json(): Shown;
  /** The error object: the last line of stderr. */
  error(): Shown;
}

/** What tests look into of any result. A key that is not there makes the test fail where it asks for it. */
export interface Shown {
  code: string;
  error: string;
  run: ShownRun;
  runs: ShownRun[];
  workflow: { steps: ShownStep[] };
  steps: { id: string; stepId: string; instructions: string; gate?: unknown }[];
  units: ShownUnit[];
  executed: { stepId: string; units: number; reusedUnits: number; failedUnits: number }[];
  findings: { file: string; line: number; code: string; message: string }[];
  summary: { files: number; flagged: number; fixed: number };
  files: { path: string; status: string; findings: { line: number; code: string; message: string }[] }[];
  events: { id: number; at: string; type: string; stepId?: string; unitId?: string }[];
  problems: { code: string; message: string }[];
  checks: { id: string; status: string; message: string; fix?: string }[];
  usage: { units: number };
  warnings: string[];
  planHash: string;
  nextOffset: number;
}

export interface ShownStep {
  id: string;
  status: string;
  notes: string;
  evidence: { output: unknown };
  startedAt: string;
  completedAt: string;
}

export interface ShownUnit {
  unitId: string;
  status: string;
  attempt: number;
  dispatchId: string;
  inputHash: string;
  failureReason: string | null;
  itemIndex: number;
  result?: unknown;
  startedAt: string;
  finishedAt: string;
}

export interface ShownRun {
  id: string;
  workflowRef: string;
  scopeKey: string;
  status: string;
  createdAt: string;
  updatedAt: string;
  params: unknown;
  outputs: unknown;
}

export interface AkmOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  input?: string;
  /** Another program in place of the built command. */
  program?: string;
  /** The user and group to run as, where the test may choose. */
  uid?: number | undefined;
}

/** A machine of the test's own: a bundle, a data directory, a config directory, and the built command to use them. */
export class AkmHome {
  readonly root = tempTree({ "bundle/workflows/.keep": "", "data/.keep": "", "conf/.keep": "" }, FAST_DISK);
  readonly data = join(this.root, "data");
  readonly database = join(this.data, "state.db");

  env(extra: Record<string, string | undefined> = {}): Record<string, string> {
    const all = {
      PATH: process.env.PATH,
      HOME: this.root,
      AKM_BUNDLE_DIR: join(this.root, "bundle"),
      AKM_DATA_DIR: this.data,
      AKM_CONFIG_DIR: join(this.root, "conf"),
      AKM_CACHE_DIR: join(this.root, "cache"),
      AKM_HOST_CONCURRENCY: "4",
      ...extra,
    };
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  akm(words: readonly string[], options: AkmOptions = {}): AkmEnd {
    const { status, stdout, stderr } = spawnSync(process.execPath, [options.program ?? AKM, ...words], {
      cwd: options.cwd ?? this.root,
      env: this.env(options.env),
      input: options.input ?? "",
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return endOf(status, stdout, stderr);
  }

  run(name: string, ...words: string[]): AkmEnd {
    return this.akm(["workflow", "run", `workflows/${name}`, ...words]);
  }

  /** Starts the command and leaves it running; what still runs when the test ends is killed. */
  start(words: readonly string[], options: AkmOptions = {}): Running {
    const child = spawn(process.execPath, [AKM, ...words], {
      cwd: options.cwd ?? this.root,
      env: this.env(options.env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return new Running(child);
  }

  write(path: string, content: string): string {
    const full = join(this.root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    return full;
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** A workflow whose steps each run one shell line, and read what the step before them made. */
  chain(name: string, steps: Readonly<Record<string, string>>): void {
    const ids = Object.keys(steps);
    const declared = ids.map((id, index) => {
      const inputs = index === 0 ? "" : `\n    inputs: [steps.${ids[index - 1]}.output]`;
      const command = JSON.stringify(["sh", "-c", steps[id]]);
      return `  - id: ${id}${inputs}\n    unit: { exec: { command: ${command} } }`;
    });
    this.workflow(name, `steps:\n${declared.join("\n")}`, ids);
  }

  /** A workflow of one step `s` that runs a script of the shell, with the unit's other keys a line each. */
  oneStep(name: string, script: string, unitLines: readonly string[] = []): void {
    const lines = [`exec: { command: ${JSON.stringify(["bash", "-c", script])} }`, ...unitLines];
    this.workflow(name, `steps:\n  - id: s\n    unit:\n${lines.map((line) => `      ${line}`).join("\n")}`, [
      "s",
    ]);
  }

  /** A workflow from its front matter, with a section for each of the steps named. */
  workflow(name: string, frontMatter: string, steps: readonly string[]): void {
    const sections = steps.map((step) => `## ${step}\n\nWork.\n`).join("\n");
    this.write(
      `bundle/workflows/${name}.md`,
      `---\ntype: workflow\ndescription: A workflow called ${name}\n${frontMatter}\n---\n\n# ${name}\n\n${sections}`,
    );
  }

  newestRun(): ShownRun {
    const [newest] = this.akm(["workflow", "list", "--format", "json", "--all-scopes"]).json().runs;
    if (newest === undefined) throw new Error("no run was ever started here");
    return newest;
  }
}

/** A command that runs in the background. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<AkmEnd & { signal: NodeJS.Signals | null }>;
  stdout = "";
  stderr = "";

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((settle) => {
      child.on("close", (status, signal) => settle({ ...endOf(status, this.stdout, this.stderr), signal }));
    });
  }
}

const POLL_MS = 20;

/** Resolves once the condition holds; the test's own time limit is the only one. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((later) => setTimeout(later, POLL_MS));
}

function endOf(status: number | null, stdout: string, stderr: string): AkmEnd {
  return {
    status,
    stdout,
    stderr,
    json: () => JSON.parse(stdout),
    error: () => JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? ""),
  };
}
