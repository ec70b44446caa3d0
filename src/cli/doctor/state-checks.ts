import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Machine } from "../../compose.ts";
import { type Check, fail, pass, warn } from "./check.ts";
import { checkDiskRoom } from "./disk-space.ts";

/** Whether the data directory, or the place it would be made in, can be written and has room. */
export async function checkDataDirectory(machine: Machine): Promise<Check> {
  const { data } = (await machine.workspace()).directories;
  const place = nearestExisting(data);
  if (!(await machine.disk()).isDirectory(place)) {
    return fail(
      "data-directory",
      `${place} is no directory, so no run can be recorded.`,
      `Move ${place} away, or set AKM_DATA_DIR.`,
    );
  }
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch {
    return fail(
      "data-directory",
      `${place} cannot be written, so no run can be recorded.`,
      `Give this user the right to write ${place}, or set AKM_DATA_DIR.`,
    );
  }
  const tight = checkDiskRoom("data-directory", place);
  if (tight !== undefined) return tight;
  return pass(
    "data-directory",
    place === data ? `${data} can be written.` : `${data} will be made when needed.`,
  );
}

export async function checkDatabase(machine: Machine): Promise<Check> {
  const notices: string[] = [];
  const reader = await machine.openReader((message) => notices.push(message));
  if (reader === undefined) return pass("state-database", "There is none yet; the first run makes it.");
  try {
    await reader.listRuns({ limit: 1 });
  } finally {
    reader.close();
  }
  const [notice] = notices;
  const path = (await machine.disk()).stateDatabasePath((await machine.workspace()).directories);
  if (notice === undefined) return pass("state-database", `${path} can be read.`);
  return warn("state-database", notice, "Nothing needs doing unless runs are missing.");
}

/** The driver has native parts, so it is tried for real, on a database nobody needs. */
export async function checkDriver(machine: Machine): Promise<Check> {
  const scratch = mkdtempSync(join(tmpdir(), "akm-doctor-"));
  try {
    const journal = await machine.openJournal(() => undefined, join(scratch, "state.db"));
    journal.close();
    return pass("sqlite-driver", "SQLite works: a scratch database was made and written.");
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Lock files whose process is gone. They do no harm: going on with the run takes them over, and of one that is over nobody asks. */
export async function checkLocks(machine: Machine): Promise<Check> {
  const directory = (await machine.disk()).runLocksDirectory((await machine.workspace()).directories);
  const runIds = lockFiles(directory).map((file) => file.slice(0, -".lock".length));
  const holders = await Promise.all(runIds.map((runId) => machine.lockHolder(runId)));
  const stale = runIds.filter((_, index) => holders[index] === undefined);
  if (stale.length === 0) return pass("run-locks", `${runIds.length} held, none left behind.`);
  return warn(
    "run-locks",
    `Left behind by an engine that died: ${stale.join(", ")}.`,
    await lockAdvice(machine, directory, stale),
  );
}

async function lockAdvice(machine: Machine, directory: string, runIds: readonly string[]): Promise<string> {
  const reader = await machine.openReader(() => undefined);
  try {
    const runs = await Promise.all(runIds.map((runId) => reader?.loadRun(runId)));
    const over = runIds.filter((_, index) => runs[index]?.status !== "active");
    const advice = over.map(
      (runId) => `${runId} is over: ${join(directory, `${runId}.lock`)} may be removed.`,
    );
    if (over.length < runIds.length)
      advice.unshift("Go on with each active one by `akm workflow run <run id>`, which takes the lock over.");
    return advice.join(" ");
  } finally {
    reader?.close();
  }
}

function lockFiles(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).filter((file) => file.endsWith(".lock")) : [];
}

function nearestExisting(path: string): string {
  for (let place = path; ; place = dirname(place)) {
    if (existsSync(place) || place === dirname(place)) return place;
  }
}
