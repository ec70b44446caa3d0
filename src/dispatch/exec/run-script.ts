import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { SCRIPT_INTERPRETERS } from "../../contract/index.ts";
import { removeTree } from "../../host/index.ts";
import type { ScriptTarget } from "../../plan/index.ts";
import type { DispatchEvents } from "../../ports/index.ts";
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
  const placed = await place(target, dispatch.request.dispatchId);
  if (!placed.ok) return failed("spawn_failed", `The script has no place to be run from: ${placed.problem}.`);
  const { directory, file } = placed;
  try {
    const { cwd } = target;
    const command = [...interpreter, file];
    return await runCommand(host, {
      ...dispatch,
      target: { kind: "shell", command, passEnv: [], ...(cwd === undefined ? {} : { cwd }) },
    });
  } finally {
    await clearAway(directory, dispatch.events);
  }
}

type Placed = { ok: true; directory: string; file: string } | { ok: false; problem: string };

/** Named by the dispatch, which a killed engine's successor goes on with: what was left of it goes first. */
async function place(target: ScriptTarget, dispatchId: string): Promise<Placed> {
  const directory = join(tmpdir(), `akm-script-${dispatchId}`);
  const file = join(directory, fileName(target));
  try {
    await removeTree(directory);
    await mkdir(directory, { mode: FILE_MODE });
    await writeFile(file, Buffer.from(target.contentBase64, "base64"), { mode: FILE_MODE, flag: "wx" });
    return { ok: true, directory, file };
  } catch (error) {
    await removeTree(directory).catch(() => undefined);
    return { ok: false, problem: (error as Error).message };
  }
}

/** What the script did stands, whatever it left beside itself. */
async function clearAway(directory: string, { onWarning }: DispatchEvents): Promise<void> {
  try {
    await removeTree(directory);
  } catch (error) {
    onWarning(`The script's directory ${directory} could not be removed: ${(error as Error).message}.`);
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
