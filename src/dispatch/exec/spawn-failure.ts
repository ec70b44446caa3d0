import { accessSync, constants } from "node:fs";
import { delimiter, resolve } from "node:path";
import { errorCode } from "./error-code.ts";
import type { Launch } from "./spawn.ts";
import { readSystemLimit } from "./system-limits.ts";
import { tryStat } from "./try-stat.ts";
import { describeUnrunnable } from "./unrunnable.ts";

/**
 * Why a program could not be started, in a sentence that is true. The system says `ENOENT` of a missing directory, a
 * missing program and a missing interpreter alike, so what it might have meant is looked at now.
 */
export function explainSpawnFailure(error: unknown, launch: Launch): string {
  const code = errorCode(error);
  switch (code) {
    case "ENOENT":
    case "EACCES":
    case "ENOTDIR":
    case "ELOOP":
    case "ENOEXEC":
      return describeDirectory(launch.directory) ?? describeProgram(launch, code);
    case "E2BIG":
      return describeTooBig(launch);
    case "EAGAIN":
    case "ENOMEM":
      return (
        `The system refused another process (${code}); this user may have ` +
        `${readSystemLimit("Max processes") ?? "as many as `ulimit -u` says"}. Lower the width, or raise the limit.`
      );
    case "EMFILE":
    case "ENFILE":
      return (
        `akm has too many files open to start another command (${code}); it may have ` +
        `${readSystemLimit("Max open files") ?? "as many as `ulimit -n` says"}. Lower the width, or raise the limit.`
      );
    default:
      return `The command ${quote(launch)} could not be started: ${error instanceof Error ? error.message : code}.`;
  }
}

/** What is wrong with the directory to start in, or undefined when nothing is. */
function describeDirectory(directory: string): string | undefined {
  const stat = tryStat(directory);
  if (stat === undefined) return `The working directory ${directory} does not exist.`;
  if (!stat.isDirectory()) return `The working directory ${directory} is not a directory.`;
  try {
    accessSync(directory, constants.X_OK);
    return undefined;
  } catch {
    return `The working directory ${directory} may not be entered (permission denied).`;
  }
}

function describeProgram(launch: Launch, code: string): string {
  const [program = ""] = launch.argv;
  if (program.includes("/")) {
    const file = resolve(launch.directory, program);
    return (
      describeUnrunnable(program, file) ?? `The command ${quote(launch)} could not be started (${code}).`
    );
  }
  return describeSearch(program, launch);
}

function describeSearch(program: string, launch: Launch): string {
  const path = launch.environment.PATH;
  const directories = (path ?? "").split(delimiter);
  for (const directory of directories) {
    const file = resolve(launch.directory, directory, program);
    if (tryStat(file) === undefined) continue;
    const problem = describeUnrunnable(program, file);
    if (problem !== undefined) return problem;
  }
  const searched = path === undefined ? "PATH is not set" : `it is in no directory of PATH (${path})`;
  return (
    `The command "${program}" was not found: it has no slash, so PATH was searched, and ${searched}. ` +
    `Name it with a path (./${program}), or add its directory to the PATH that akm is started with.`
  );
}

function describeTooBig({ argv, environment }: Launch): string {
  const variables = Object.entries(environment).map(([name, value]) => ({
    what: `the variable ${name}`,
    bytes: Buffer.byteLength(name) + Buffer.byteLength(value) + 2,
  }));
  const words = argv.map((word, index) => ({
    what: `argument ${index}`,
    bytes: Buffer.byteLength(word) + 1,
  }));
  const sum = (sizes: { bytes: number }[]) => sizes.reduce((total, { bytes }) => total + bytes, 0);
  const largest = [...variables, ...words].reduce((a, b) => (b.bytes > a.bytes ? b : a));
  return (
    `The arguments (${sum(words)} bytes) and the environment (${sum(variables)} bytes) are more than the system ` +
    `takes (E2BIG); the largest is ${largest.what} with ${largest.bytes} bytes. Linux takes 131072 bytes in one and a ` +
    "quarter of the stack limit in all. Pass a file path or an id instead of the data."
  );
}

function quote({ argv }: Launch): string {
  return JSON.stringify(argv[0]);
}
