import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { SCRIPT_INTERPRETERS } from "../../contract/index.ts";
import type { ScriptTarget } from "../../plan/index.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import { type Failure, failed } from "../process/outcome.ts";
import type { ProcessHost } from "../process/process-host.ts";
import type { CommandDispatch } from "./command-dispatch.ts";
import { runCommand } from "./run-command.ts";

const FILE_MODE = 0o700;

/** One attempt of a script unit: its frozen bytes, in a file and a directory that only this user can read, run like any command. */
export async function runScript(
  host: ProcessHost,
  { target, ...dispatch }: Omit<CommandDispatch, "target"> & { target: ScriptTarget },
): Promise<AttemptOutcome> {
  const interpreter = interpreterOf(target);
  if (!Array.isArray(interpreter)) return interpreter;
  let directory: string;
  try {
    directory = await mkdtemp(join(tmpdir(), "akm-script-"));
  } catch (error) {
    return failed("spawn_failed", `The script has no place to be run from: ${(error as Error).message}.`);
  }
  try {
    const file = join(directory, fileName(target));
    await writeFile(file, Buffer.from(target.contentBase64, "base64"), { mode: FILE_MODE, flag: "wx" });
    const { cwd } = target;
    const command = [...interpreter, file];
    return await runCommand(host, {
      ...dispatch,
      target: { kind: "shell", command, passEnv: [], ...(cwd === undefined ? {} : { cwd }) },
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Its own name, so that what it says of itself is what its author wrote. */
function fileName({ ref, extension }: ScriptTarget): string {
  const name = basename(ref);
  return name.endsWith(extension) ? name : `${name}${extension}`;
}

/** The first Node that reads TypeScript by itself; before, a flag asks for it. */
const TYPESCRIPT_SINCE = { asked: [22, 6], byItself: [23, 6] } as const;

function interpreterOf({ ref, extension }: ScriptTarget): string[] | Failure {
  const [program, ...words] = SCRIPT_INTERPRETERS[extension];
  if (program !== "node") return [program, ...words];
  if (extension !== ".ts" || isNodeSince(TYPESCRIPT_SINCE.byItself)) return [process.execPath];
  if (isNodeSince(TYPESCRIPT_SINCE.asked)) return [process.execPath, "--experimental-strip-types"];
  return failed(
    "spawn_failed",
    `${ref} is TypeScript, which the Node ${process.versions.node} that runs akm cannot read. ` +
      `Use Node ${TYPESCRIPT_SINCE.asked.join(".")} or newer, or write it as .mjs.`,
  );
}

function isNodeSince([major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
