import { expect } from "vitest";
import {
  type CommandNote,
  type CrashHome,
  type Outcome,
  outcomeOf,
  type UnitRow,
  unitsOf,
} from "./crash-rig.ts";

const WIDTH = 3;

/** Goes on with the run until it is over: by its id where it was published before the cut, else by its ref. */
export async function finish(home: CrashHome): Promise<Outcome> {
  const { runs } = JSON.parse((await home.akm(["workflow", "list"])).stdout);
  const end = await home.akm(["workflow", "run", runs[0]?.id ?? "workflows/cut"]);
  expect(end.stderr).not.toMatch(/at .*\.js:\d+/);
  expect(end.status, end.stderr).toBe(0);
  return outcomeOf(end.stdout);
}

/**
 * What every cut must leave true: nothing completed ran twice, nothing was lost, no attempt was closed twice, and no
 * command began before the one of its unit's earlier dispatch had ended.
 */
export async function expectSoundJournal(home: CrashHome): Promise<void> {
  const status = await home.akm(["workflow", "status", "workflows/cut", "--units"]);
  expect(status.status, status.stderr).toBe(0);
  const rows = unitsOf(status.stdout);
  const notes = home.noted();
  const interrupted = rows.filter(({ status }) => status === "interrupted");
  expect(interrupted.length).toBeLessThanOrEqual(WIDTH);
  for (const unitId of new Set(rows.map((row) => row.unitId))) expectSoundUnit(unitId, rows, notes);
}

function expectSoundUnit(unitId: string, rows: UnitRow[], notes: readonly CommandNote[]): void {
  const own = rows.filter((row) => row.unitId === unitId);
  expect(own.filter(({ status }) => status === "running")).toEqual([]);
  const ends = own.filter(({ status }) => status === "completed" || status === "failed");
  expect(ends, unitId).toHaveLength(1);
  expect(own.at(-1)?.status).toBe(ends[0]?.status);
  // A command may have run for each row that was opened, and for no other; a reclaim keeps the attempt and its dispatch id.
  const begun = notes.filter((note) => note.unitId === unitId && note.what === "begin");
  expect(begun.length, unitId).toBeLessThanOrEqual(own.length);
  expect(new Set([...begun, ...own].map(({ dispatchId }) => dispatchId)).size, unitId).toBe(1);
  const inOrder = notes.filter((note) => note.unitId === unitId).map(({ what, pid }) => `${what} ${pid}`);
  expect(inOrder).toEqual(begun.flatMap(({ pid }) => [`begin ${pid}`, `end ${pid}`]));
  expect(new Set(own.map(({ attempt }) => attempt))).toEqual(new Set([1]));
}
