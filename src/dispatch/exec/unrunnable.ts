import { accessSync, closeSync, constants, openSync, readSync } from "node:fs";
import { tryStat } from "./try-stat.ts";

/** Linux reads no more of a script's first line than this. */
const FIRST_LINE_BYTES = 256;

/** Why this file cannot be run, or undefined when nothing is seen to be wrong. `name` is how the workflow calls it. */
export function describeUnrunnable(name: string, file: string): string | undefined {
  const stat = tryStat(file);
  if (stat === undefined) return `The command "${name}" was not found: there is no file ${file}.`;
  if (stat.isDirectory()) return `The command "${name}" is a directory (${file}), not a program.`;
  if (!stat.isFile()) return `The command "${name}" is not a regular file (${file}).`;
  if (!isExecutable(file)) {
    return `The command "${name}" is not executable (permission denied): ${file}. Allow it with chmod +x.`;
  }
  return describeInterpreter(name, file);
}

function describeInterpreter(name: string, file: string): string | undefined {
  const firstBytes = readFirstBytes(file);
  if (firstBytes === undefined) return undefined;
  const interpreter = /^#![ \t]*([^\s]+)/.exec(firstBytes)?.[1];
  if (interpreter === undefined) {
    return firstBytes.startsWith("\u007fELF")
      ? `The command "${name}" (${file}) needs a loader that this system does not have: it was built for another one.`
      : undefined;
  }
  const stat = tryStat(interpreter);
  const which = `The interpreter ${JSON.stringify(interpreter)} in the first line of ${file}`;
  if (stat === undefined) return `${which} does not exist.`;
  if (!stat.isFile() || !isExecutable(interpreter)) return `${which} is not an executable file.`;
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** As one character a byte; undefined when the file may be run but not read. */
function readFirstBytes(file: string): string | undefined {
  try {
    const descriptor = openSync(file, "r");
    try {
      const bytes = Buffer.alloc(FIRST_LINE_BYTES);
      return bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, FIRST_LINE_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
