import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AKM, AkmHome } from "../rig/akm-home.ts";

/** Where the header of an SQLite file holds the number that programs put there, `user_version`. */
const SCHEMA_VERSION_AT = 60;

function recorded(): AkmHome {
  const home = new AkmHome();
  home.chain("a", { a: "touch ran" });
  expect(home.run("a").status).toBe(0);
  rmSync(join(home.root, "ran"));
  return home;
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

describe("a state database that is damaged", () => {
  test("is named, and left as it is, by readers and writers alike", () => {
    const home = recorded();
    writeSync(openSync(home.database, "r+"), "garbage-garbage!", 0);
    const before = hashOf(home.database);
    for (const words of [["list"], ["status", "workflows/a"], ["run", "workflows/a"]]) {
      const refused = home.akm(["workflow", ...words]);
      expect([refused.status, refused.error().code]).toEqual([1, "STATE_DB_CORRUPT"]);
      expect(refused.error()).toMatchObject({
        error: expect.stringContaining(home.database),
        hint: expect.any(String),
      });
      expect(hashOf(home.database)).toBe(before);
    }
    expect(home.has("ran")).toBe(false);
    expect(
      home
        .akm(["doctor"])
        .json()
        .checks.find(({ id }) => id === "state-database")?.status,
    ).toBe("fail");
  });

  test("that a newer akm wrote is left as it is too, with the advice to upgrade", () => {
    const home = recorded();
    writeSync(openSync(home.database, "r+"), Buffer.from([0, 0, 0x27, 0x0f]), 0, 4, SCHEMA_VERSION_AT);
    const before = hashOf(home.database);
    for (const words of [["list"], ["run", "workflows/a", "--new"]]) {
      const refused = home.akm(["workflow", ...words]);
      expect([refused.status, refused.error().code]).toEqual([1, "STATE_DB_NEWER"]);
      expect(refused.error()).toMatchObject({
        error: expect.stringContaining(home.database),
        hint: expect.stringMatching(/[Uu]pgrade akm/),
      });
    }
    expect(hashOf(home.database)).toBe(before);
    expect(home.has("ran")).toBe(false);
  });

  test("that is empty is taken as new, with a notice", () => {
    const home = recorded();
    for (const side of readdirSync(home.data).filter((file) => file.startsWith("state.db-")))
      rmSync(join(home.data, side));
    truncateSync(home.database);
    const list = home.akm(["workflow", "list"]);
    expect([list.status, list.json().runs]).toEqual([0, []]);
    expect(list.stderr).toContain(home.database);
    expect(home.run("a").status).toBe(0);
  });

  test("whose side files are lost is read all the same", () => {
    const home = recorded();
    copyFileSync(home.database, join(home.root, "keep.db"));
    rmSync(home.data, { recursive: true });
    home.write("data/.keep", "");
    copyFileSync(join(home.root, "keep.db"), home.database);
    expect(home.akm(["workflow", "list"]).json().runs).toHaveLength(1);
  });
});

/** Root may write anything, so as root the command runs as somebody else. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;
const canRunAsNobody =
  NOBODY === undefined ||
  spawnSync(process.execPath, [AKM, "--version"], { uid: NOBODY, gid: NOBODY }).status === 0;

describe.skipIf(!canRunAsNobody)("a data directory that cannot be written", () => {
  test("stops a run before it starts anything, and not those who only look", () => {
    const home = new AkmHome();
    home.chain("a", { a: "touch ran" });
    if (NOBODY !== undefined) for (const path of allUnder(home.root)) chownSync(path, NOBODY, NOBODY);
    const as = { uid: NOBODY };
    expect(home.akm(["workflow", "run", "workflows/a"], as).status).toBe(0);
    rmSync(join(home.root, "ran"));

    const files = allUnder(home.data).map((path) => [path, statSync(path).mode] as const);
    for (const [path, mode] of files) chmodSync(path, mode & ~0o222);
    const refused = home.akm(["workflow", "run", "workflows/a", "--new"], as);
    expect(refused.status).toBe(1);
    expect(refused.error()).toMatchObject({
      code: "STATE_DB_UNWRITABLE",
      error: expect.stringContaining(home.database),
    });
    expect(home.has("ran")).toBe(false);
    expect(home.akm(["workflow", "list"], as).json().runs).toHaveLength(1);
    expect(
      home
        .akm(["doctor"], as)
        .json()
        .checks.find(({ id }) => id === "data-directory")?.status,
    ).toBe("fail");

    for (const [path, mode] of files) chmodSync(path, mode);
    expect(home.akm(["workflow", "run", "workflows/a", "--new"], as).status).toBe(0);
  });
});

function allUnder(root: string): string[] {
  return [root, ...readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path))];
}
