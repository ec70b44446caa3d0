import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../house/source-tree.ts";

export const AKM = path.join(ROOT, "dist/main.js");

/** Everything the engine can meet: one unit, a fan-out with a retry, a route with a skipped branch, a failure let through, a unit that lives long enough for its process to be journaled, outputs. */
const WORKFLOW = `---
type: workflow
description: A run to be cut
outputs:
  words: { from: steps.words.output }
  last: { from: steps.join.output }
steps:
  - id: list
    unit: { exec: { command: ["sh", "unit.sh", "printf '[\\"a\\",\\"b\\",\\"c\\",\\"d\\"]'"] }, output: { type: array } }
  - id: words
    inputs: [steps.list.output]
    map:
      over: steps.list.output
      concurrency: 3
      unit: { exec: { command: ["sh", "unit.sh", "printf 'word %s' \\"$AKM_ITEM\\""] } }
  - id: mixed
    map:
      over: steps.list.output
      concurrency: 2
      unit:
        exec: { command: ["sh", "unit.sh", "test $AKM_ITEM_INDEX != 2 && printf '%s' \\"$AKM_ITEM\\""] }
        on_error: continue
  - id: slow
    unit: { exec: { command: ["sh", "unit.sh", "sleep 0.5; printf slow"] } }
  - id: fork
    route: { input: "steps.list.output[1]", when: [{ match: a, step: never }, { match: b, step: join }] }
  - id: never
    unit: { exec: { command: ["sh", "unit.sh", "echo never"] } }
  - id: join
    inputs: [steps.words.output, steps.mixed.output]
    unit: { exec: { command: ["sh", "unit.sh", "printf '%s' \\"$AKM_INPUTS\\""] } }
---

# Cut

## list
List.
## words
One word.
## mixed
One fails.
## slow
Take half a second.
## fork
Choose.
## never
Never.
## join
Join.
`;

/** Does the work, and notes when it begins and when it ends or is ended: the journal cannot be asked, as it is what is cut. */
const UNIT = `note() { echo "$1 $AKM_UNIT_ID $AKM_DISPATCH_ID $$" >> ran.log; }
trap 'note end' EXIT
trap 'exit 143' TERM PIPE
note begin
eval "$1"
`;

export interface CrashHome {
  directory: string;
  /** Runs akm to its end; with `cut` as an engine that dies at that write. */
  akm(words: string[], options?: { program?: string; cut?: string }): Promise<AkmEnd>;
  start(words: string[]): ChildProcess;
  /** What the commands noted, in the order they did. */
  noted(): CommandNote[];
  remove(): void;
}

/** That a command began or ended; its process tells one dispatch of a unit from the next, which has the same id. */
export interface CommandNote {
  what: string;
  unitId: string;
  dispatchId: string;
  pid: string;
}

export interface AkmEnd {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A killed process loses nothing that it wrote, to whatever kind of disk: memory serves as well and is faster. */
const DISK = existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir();

/** A fresh home with the workflow in it. */
export function openCrashHome(): CrashHome {
  const directory = mkdtempSync(path.join(DISK, "akm-crash-"));
  mkdirSync(path.join(directory, ".akm/workflows"), { recursive: true });
  writeFileSync(path.join(directory, ".akm/workflows/cut.md"), WORKFLOW);
  writeFileSync(path.join(directory, "unit.sh"), UNIT);
  const environment = (cut: string) => ({
    PATH: process.env.PATH,
    HOME: directory,
    XDG_DATA_HOME: path.join(directory, "data"),
    XDG_CONFIG_HOME: path.join(directory, "config"),
    XDG_CACHE_HOME: path.join(directory, "cache"),
    AKM_HOST_CONCURRENCY: "3",
    AKM_TEST_CUT: cut,
  });
  const start = (words: string[], program = AKM, cut = "") =>
    spawn(process.execPath, [program, ...words], {
      cwd: directory,
      env: environment(cut),
      stdio: ["ignore", "pipe", "pipe"],
    });
  return {
    directory,
    start,
    akm: (words, { program, cut } = {}) => endOf(start(words, program, cut)),
    noted: () => readNotes(path.join(directory, "ran.log")),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export async function endOf(child: ChildProcess): Promise<AkmEnd> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [status, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { status, signal, stdout, stderr };
}

function readNotes(file: string): CommandNote[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [what = "", unitId = "", dispatchId = "", pid = ""] = line.split(" ");
      return { what, unitId, dispatchId, pid };
    });
}

/** The parts of a status envelope that a cut must not change. */
export interface Outcome {
  status: string;
  outputs: unknown;
  steps: { id: string; status: string; output: unknown }[];
}

export interface UnitRow {
  unitId: string;
  status: string;
  attempt: number;
  dispatchId: string;
}

export function outcomeOf(stdout: string): Outcome {
  const { run, workflow } = JSON.parse(stdout);
  return {
    status: run.status,
    outputs: run.outputs,
    steps: workflow.steps.map((step: { id: string; status: string; evidence?: { output: unknown } }) => ({
      id: step.id,
      status: step.status,
      output: step.evidence?.output,
    })),
  };
}

export function unitsOf(stdout: string): UnitRow[] {
  return JSON.parse(stdout).units;
}
