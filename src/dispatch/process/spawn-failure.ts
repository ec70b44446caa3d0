import { accessSync, constants } from "node:fs";
import { delimiter, resolve } from "node:path";
import { errorCode } from "./error-code.ts";
import type { Launch } from "./launch.ts";
import { readSystemLimit } from "./system-limits.ts";
import { tryStat } from "./try-stat.ts";
import { describeUnrunnable } from "./unrunnable.ts";

/**
 * Why a program could not be started, in a sentence that is true. The system says `ENOENT` of a missing directory, a
 * missing program and a missing interpreter alike, so what it may have meant is looked at now.
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
        `${readSystemLimit("Max processes") ?? "as many as `ulimit -u` says"}, a container perhaps fewer. ` +
        "Lower the width, or raise the limit."
      );
    case "EMFILE":
    case "ENFILE":
      return (
        `Too many files are open to start another command (${code}); akm may have ` +
        `${readSystemLimit("Max open files") ?? "as many as `ulimit -n` says"}. Lower the width, or raise the limit.`
      );
    default:
      return `The command ${JSON.stringify(launch.argv[0])} could not be started: ${messageOf(error)}.`;
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

function describeProgram({ argv, directory, environment }: Launch, code: string): string {
  const [program = ""] = argv;
  if (program.includes("/")) {
    return describeUnrunnable({ program, file: resolve(directory, program), directory, code });
  }
  const path = environment.PATH;
  const found = (path ?? "")
    .split(delimiter)
    .map((entry) => resolve(directory, entry, program))
    .find((candidate) => tryStat(candidate) !== undefined);
  if (found !== undefined) return describeUnrunnable({ program, file: found, directory, code });
  const searched = path === undefined ? "PATH is not set" : `no directory of PATH has it (${path})`;
  return (
    `The command "${program}" was not found: it has no slash, so PATH was searched, and ${searched}. ` +
    `Name it with a path (./${program}), or add its directory to the PATH that akm is started with.`
  );
}

function describeTooBig({ argv, environment }: Launch): string {
  const words = argv.map((word, index) => ({
    name: `argument ${index}`,
    bytes: Buffer.byteLength(word) + 1,
  }));
  const variables = Object.entries(environment).map(([name, value]) => ({
    name: `the variable ${name}`,
    bytes: Buffer.byteLength(`${name}=${value}`) + 1,
  }));
  const largest = [...words, ...variables].reduce((a, b) => (b.bytes > a.bytes ? b : a));
  return (
    `The arguments (${sumBytes(words)} bytes) and the environment (${sumBytes(variables)} bytes) are more than the ` +
    `system takes (E2BIG); the largest is ${largest.name} with ${largest.bytes} bytes. Linux takes 131072 bytes in ` +
    "one of them and a quarter of the stack limit in all. Pass a file path or an id instead of the data."
  );
}

function sumBytes(sizes: readonly { bytes: number }[]): number {
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
