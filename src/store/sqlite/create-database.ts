import { closeSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectories } from "../../host/index.ts";
import { linkExclusively } from "../link-exclusively.ts";
import { openDatabase } from "./driver.ts";
import { MIGRATIONS } from "./migrations/index.ts";

/**
 * Makes a database at the path, unless somebody else just did: directory 0700, file 0600, which SQLite gives its side
 * files too. It appears with its tables in it, so that no other process takes the one about to be filled for one that
 * lost its content.
 */
export function createDatabase(path: string): void {
  makeDirectories(dirname(path), 0o700);
  const aside = `${path}.${process.pid}-${crypto.randomUUID()}`;
  try {
    createFile(aside);
    fill(aside);
    if (linkExclusively(aside, path) === "unlinkable") createFileUnlessThere(path);
  } finally {
    for (const suffix of ["", "-journal"]) rmSync(`${aside}${suffix}`, { force: true });
  }
}

function fill(path: string): void {
  const database = openDatabase(path, { readOnly: false });
  try {
    database.exec(`BEGIN; ${MIGRATIONS.join(";")}; PRAGMA user_version = ${MIGRATIONS.length}; COMMIT`);
  } finally {
    database.close();
  }
}

function createFile(path: string): void {
  closeSync(openSync(path, "wx", 0o600));
}

function createFileUnlessThere(path: string): void {
  try {
    createFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
