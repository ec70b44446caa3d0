import { statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

function homeWithRuns(): AkmHome {
  const home = new AkmHome();
  home.chain("big", { a: "head -c 3000000 /dev/zero | tr '\\0' x" });
  home.chain("waits", { a: "echo a", b: "echo b" });
  expect(home.run("big").status).toBe(0);
  expect(home.run("waits", "--max-steps", "1").status).toBe(0);
  return home;
}

interface Collected {
  removed: { runs: number; units?: number; events?: number; bytesFreed?: number };
}

function gc(home: AkmHome, ...words: string[]): Collected {
  const end = home.akm(["gc", ...words]);
  expect(end.status, end.stderr).toBe(0);
  return JSON.parse(end.stdout);
}

describe("akm gc", () => {
  test("removes old runs that have ended and makes the database smaller; what is active goes on", () => {
    const home = homeWithRuns();
    const before = statSync(home.database).size;
    expect(gc(home, "--older-than", "1h").removed.runs).toBe(0);
    expect(gc(home, "--older-than", "0", "--dry-run").removed).toEqual({ runs: 1 });
    expect(home.akm(["workflow", "list"]).json().runs).toHaveLength(2);

    const { removed } = gc(home, "--older-than", "0");
    expect(removed).toMatchObject({ runs: 1, units: 1 });
    expect(removed.bytesFreed).toBeGreaterThan(2_000_000);
    expect(statSync(home.database).size).toBeLessThan(before - 2_000_000);
    expect(home.akm(["workflow", "status", "workflows/big"]).error().code).toBe("RUN_NOT_FOUND");
    expect(home.run("waits").json()).toMatchObject({ done: true, resumed: true });
  });

  test("tells in words what it did, or that there was nothing to do", () => {
    const home = homeWithRuns();
    const text = (...words: string[]) => home.akm(["gc", ...words, "--format", "text"]).stdout;
    expect(text()).toBe("No run that has ended is older than 30d.\n");
    expect(text("--older-than", "0s", "--dry-run")).toBe("1 run older than 0s would be removed.\n");
    expect(text("--older-than", "0s")).toMatch(
      /^Removed 1 run older than 0s, with 1 attempt and \d+ log entries; [\d.]+ MiB freed\.\n$/,
    );
  });

  test("leaves other projects' runs alone unless told", () => {
    const home = new AkmHome();
    home.chain("z", { a: "echo a" });
    home.run("z");
    home.write("elsewhere/.akm/config.json", "{}");
    const cwd = `${home.root}/elsewhere`;
    const there = (...words: string[]) =>
      JSON.parse(home.akm(["gc", "--older-than", "0", ...words], { cwd }).stdout) as Collected;
    expect(there().removed.runs).toBe(0);
    expect(there("--all-scopes").removed.runs).toBe(1);
  });

  test("makes no database where nothing was ever run, and refuses what is no time", () => {
    const home = new AkmHome();
    expect(gc(home).removed.runs).toBe(0);
    expect(home.has("data/state.db")).toBe(false);
    for (const time of ["soon", "-1d", "1.5d", "99999999d"]) {
      const end = home.akm(["gc", "--older-than", time]);
      expect([end.status, end.error().code]).toEqual([2, "INVALID_FLAG_VALUE"]);
    }
  });
});
