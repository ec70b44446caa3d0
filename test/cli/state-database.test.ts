import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
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
import { openDatabase } from "../../src/store/sqlite/driver.ts";
import { AkmHome } from "../rig/akm-home.ts";
import { CAN_RUN_AS_NOBODY, NOBODY } from "../rig/nobody.ts";

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

describe("what is no state database", () => {
  /** Readers, writers and the doctor say the same of it. */
  function expectRefused(home: AkmHome, code: string, error: RegExp, as: { uid?: number | undefined } = {}) {
    for (const words of [["workflow", "list"], ["workflow", "run", "workflows/a"], ["log"]]) {
      const refused = home.akm(words, as);
      expect([words, refused.status, refused.error().code, refused.stdout]).toEqual([words, 1, code, ""]);
      expect(refused.error()).toMatchObject({
        error: expect.stringMatching(error),
        hint: expect.stringMatching(/AKM_DATA_DIR/),
      });
      expect(refused.stderr).not.toContain("disk I/O");
    }
    const checks = home.akm(["doctor"], as).json().checks;
    expect(checks.find(({ id }) => id === "state-database")).toMatchObject({
      status: "fail",
      message: expect.stringMatching(error),
    });
    expect(home.has("ran")).toBe(false);
  }

  function unused(): AkmHome {
    const home = new AkmHome();
    home.chain("a", { a: "touch ran" });
    return home;
  }

  test.each([
    ["without a version, kept as one file", "CREATE TABLE notes (body TEXT)"],
    ["with a version that is one of ours", "PRAGMA user_version = 1; CREATE TABLE notes (body TEXT)"],
    ["with a version that would be a newer one", "PRAGMA user_version = 77; CREATE TABLE events (id)"],
    ["with a table called like ours", "CREATE TABLE workflow_runs (id TEXT)"],
    ["of nothing but a view", "CREATE VIEW one AS SELECT 1"],
  ])("another program's database %s is named as such and left alone", (_, sql) => {
    const home = unused();
    const database = openDatabase(home.database, { readOnly: false });
    database.exec(sql);
    database.close();
    const before = hashOf(home.database);
    expectRefused(home, "STATE_DB_CORRUPT", /another program/);
    expect(hashOf(home.database)).toBe(before);
    expect(readdirSync(home.data)).toEqual([".keep", "state.db"]);
  });

  test("another program's write-ahead log is not moved into its database", () => {
    const home = unused();
    const database = openDatabase(join(home.root, "other.db"), { readOnly: false });
    database.exec(
      "PRAGMA journal_mode = WAL; CREATE TABLE notes (body TEXT); INSERT INTO notes VALUES ('x')",
    );
    for (const side of ["", "-wal"]) copyFileSync(join(home.root, `other.db${side}`), home.database + side);
    database.close();
    const before = [hashOf(home.database), hashOf(`${home.database}-wal`)];
    expectRefused(home, "STATE_DB_CORRUPT", /another program/);
    expect([hashOf(home.database), hashOf(`${home.database}-wal`)]).toEqual(before);
  });

  test("a directory in its place is named", () => {
    const home = unused();
    mkdirSync(home.database);
    expectRefused(home, "STATE_DB_UNWRITABLE", /state\.db cannot be opened: it is a directory/);
  });

  test("a pipe in its place is not waited for", () => {
    const home = unused();
    expect(spawnSync("mkfifo", [home.database]).status).toBe(0);
    expectRefused(home, "STATE_DB_UNWRITABLE", /it is no file/);
  });

  test("a data directory that is a file is named", () => {
    const home = unused();
    rmSync(home.data, { recursive: true });
    home.write("data", "");
    expectRefused(home, "STATE_DB_UNWRITABLE", /data is a file, not a directory/);
  });
});

describe.skipIf(!CAN_RUN_AS_NOBODY)("what this user may not read", () => {
  function recordedByNobody(): AkmHome {
    const home = new AkmHome();
    home.chain("a", { a: "touch ran; test -e go" });
    giveToNobody(home);
    expect(home.akm(["workflow", "run", "workflows/a"], { uid: NOBODY }).status).toBe(1);
    return home;
  }

  test.each([
    ["the database", (home: AkmHome) => home.database, /may not read it/],
    ["the data directory", (home: AkmHome) => home.data, /may not look into/],
  ])("%s is named, with what to do", (_, pathOf, reason) => {
    const home = recordedByNobody();
    chmodSync(pathOf(home), 0o000);
    for (const words of [["list"], ["status", "workflows/a"], ["run", "workflows/a"]]) {
      const refused = home.akm(["workflow", ...words], { uid: NOBODY });
      expect([words, refused.status]).toEqual([words, 1]);
      expect(refused.error()).toMatchObject({
        code: "STATE_DB_UNWRITABLE",
        error: expect.stringMatching(reason),
        hint: expect.stringContaining(home.data),
      });
    }
    chmodSync(pathOf(home), 0o700);
  });

  test("a run's lock stops who would drive it, and is told to who looks", () => {
    const home = recordedByNobody();
    const { id } = home.newestRun();
    expect(home.akm(["workflow", "resume", id], { uid: NOBODY }).status).toBe(0);
    const lock = home.write(`data/workflow-run-locks/${id}.lock`, "{}");
    chmodSync(lock, 0o000);
    if (NOBODY !== undefined) chownSync(lock, NOBODY, NOBODY);

    const status = home.akm(["workflow", "status", id, "--format", "text"], { uid: NOBODY });
    expect([status.status, status.stdout]).toEqual([0, expect.stringContaining(`${lock} cannot be read`)]);
    for (const words of [
      ["run", id],
      ["abandon", id],
    ]) {
      const refused = home.akm(["workflow", ...words], { uid: NOBODY });
      expect([words, refused.status, refused.error()]).toEqual([
        words,
        1,
        {
          ok: false,
          code: "STATE_DB_UNWRITABLE",
          error: `The run lock ${lock} cannot be read: this user may not.`,
          hint: expect.stringContaining("may be removed"),
        },
      ]);
    }
  });
});

describe.skipIf(!CAN_RUN_AS_NOBODY)("a data directory that cannot be written", () => {
  test("stops a run before it starts anything, and not those who only look", () => {
    const home = new AkmHome();
    home.chain("a", { a: "touch ran" });
    giveToNobody(home);
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

function giveToNobody(home: AkmHome): void {
  if (NOBODY !== undefined) for (const path of allUnder(home.root)) chownSync(path, NOBODY, NOBODY);
}

function allUnder(root: string): string[] {
  return [root, ...readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path))];
}

test("a run whose plan cannot be decoded is listed, shown and given up all the same: none of these reads a plan", () => {
  const home = new AkmHome();
  home.chain("z", { a: "echo a", b: "echo b" });
  const { id } = home.run("z", "--max-steps", "1").json().run;
  const database = openDatabase(home.database, { readOnly: false });
  database.exec("UPDATE workflow_runs SET plan_json = '{\"irVersion\":6,'");
  database.close();

  expect(
    home
      .akm(["workflow", "list"])
      .json()
      .runs.map((run) => run.id),
  ).toEqual([id]);
  expect(home.akm(["workflow", "status", id]).json().run.status).toBe("active");
  const abandoned = home.akm(["workflow", "abandon", id]);
  expect(abandoned.status, abandoned.stderr).toBe(0);
  expect(home.akm(["workflow", "status", id]).json().run.status).toBe("failed");
});
