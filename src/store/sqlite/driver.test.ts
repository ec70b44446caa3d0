import { describe, expect, test } from "vitest";
import { openDatabase } from "./driver.ts";

describe("the SQLite driver", () => {
  test("leaves the process's warnings as it found them", () => {
    const emitWarning = process.emitWarning;
    openDatabase(":memory:", { readOnly: false }).close();
    expect(process.emitWarning).toBe(emitWarning);
  });

  test("opens a file URI, by which a file is read without locks", () => {
    const database = openDatabase("file:anything?mode=memory", { readOnly: false });
    expect(database.prepare("SELECT 1 AS one").get()).toEqual({ one: 1 });
    database.close();
  });
});
