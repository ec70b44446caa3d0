import { accessSync, closeSync, constants, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { tryStat } from "./try-stat.ts";

/** Linux reads no more of a script's first line than this. */
const FIRST_LINE_BYTES = 256;

/** A file that the system would not run. */
export interface Unrunnable {
  /** As the workflow calls it. */
  program: string;
  file: string;
  /** The directory the command was to start in. */
  directory: string;
  /** What the system answered. */
  code: string;
}

/** Why, in one sentence. */
export function describeUnrunnable(unrunnable: Unrunnable): string {
  const { program, file, code } = unrunnable;
  const stat = tryStat(file);
  if (stat === undefined && code === "EACCES") {
    return `The command "${program}" may not be looked at (permission denied): ${file}.`;
  }
  if (stat === undefined) return `The command "${program}" was not found: there is no file ${file}.`;
  if (stat.isDirectory()) return `The command "${program}" is a directory (${file}), not a program.`;
  if (!isExecutable(file)) {
    return `The command "${program}" is not executable (permission denied): ${file}. Allow it with chmod +x.`;
  }
  return describeInterpreter(unrunnable) ?? describeRefusal(unrunnable);
}

/** A script's interpreter is named in its first line. */
function describeInterpreter({ file, directory }: Unrunnable): string | undefined {
  const interpreter = /^#![ \t]*([^ \t\n]+)/.exec(readFirstBytes(file))?.[1];
  if (interpreter === undefined) return undefined;
  const which = `The interpreter ${JSON.stringify(interpreter)} in the first line of ${file}`;
  if (interpreter.endsWith("\r"))
    return `${which} ends in a carriage return; give the script Unix line ends.`;
  const found = resolve(directory, interpreter);
  const stat = tryStat(found);
  if (stat === undefined) return `${which} does not exist.`;
  return stat.isFile() && isExecutable(found) ? undefined : `${which} is not an executable file.`;
}

function describeRefusal({ program, file, code }: Unrunnable): string {
  switch (code) {
    case "ENOENT":
      return `The command "${program}" (${file}) needs a loader that this system does not have: it was built for another.`;
    case "EACCES":
      return `The command "${program}" may not be run (permission denied): ${file} lies where programs are not allowed.`;
    default:
      return `The command "${program}" (${file}) is no program that this system can run (${code}).`;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** One character a byte; empty when the file may be run but not read. */
function readFirstBytes(file: string): string {
  try {
    const descriptor = openSync(file, "r");
    try {
      const bytes = Buffer.alloc(FIRST_LINE_BYTES);
      return bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, FIRST_LINE_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}
