import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { AkmHome, until } from "../rig/akm-home.ts";
import { childCount } from "../rig/processes.ts";

const UNITS = 10_000;
const WIDTH = 16;
const PEAK_MIB_MAX = 300;
/** A machine of two idle cores needs a minute for so many processes; a busy one is given more. */
const PATIENCE_MS = 20 * 60_000;

function fanOut(units: number): AkmHome {
  const home = new AkmHome();
  home.workflow(
    "many",
    [
      "steps:",
      "  - id: list",
      `    unit: { exec: { command: [node, -p, "JSON.stringify([...Array(${units}).keys()])"] }, output: { type: array } }`,
      "  - id: each",
      `    map: { over: steps.list.output, concurrency: ${WIDTH}, unit: { exec: { command: ["true"] } } }`,
    ].join("\n"),
    ["list", "each"],
  );
  return home;
}

describe("a fan-out of ten thousand units", () => {
  test("killed in the middle and gone on with does each of them, within its width and little memory", {
    timeout: PATIENCE_MS,
  }, async () => {
    const home = fanOut(UNITS);
    const env = {
      AKM_HOST_CONCURRENCY: String(WIDTH),
      NODE_OPTIONS: `--import ${join(ROOT, "bench/report-peak.mjs")}`,
      AKM_BENCH_PEAK_FILE: join(home.root, "peak"),
    };
    const first = home.start(["workflow", "run", "workflows/many", "--format", "jsonl"], { env });
    await until(() => first.stdout.length > 20_000);
    let widest = 0;
    for (let look = 0; look < 50; look += 1) widest = Math.max(widest, childCount(first.child.pid ?? 0));
    first.child.kill("SIGKILL");
    await first.ended;
    const done = finishedUnits(first.stdout);

    const second = await home.start(["workflow", "run", home.newestRun().id], { env }).ended;
    expect([second.status, second.stderr.match(/warning|error/i)]).toEqual([0, null]);
    expect(widest).toBeLessThanOrEqual(WIDTH);
    const { executed, workflow } = second.json();
    expect(executed[0]?.reusedUnits).toBeGreaterThanOrEqual(done);
    expect(executed).toMatchObject([{ units: UNITS, failedUnits: 0 }]);
    expect(workflow.steps[1]?.evidence.output).toHaveLength(UNITS);
    expect(Number(home.read("peak"))).toBeLessThan(PEAK_MIB_MAX);

    const { units } = home.akm(["workflow", "status", "workflows/many", "--units"]).json();
    const completed = units.filter(({ status }) => status === "completed");
    expect(new Set(completed.map(({ unitId }) => unitId)).size).toBe(UNITS + 1);
    expect(completed).toHaveLength(UNITS + 1);
    expect(units.length - completed.length).toBeLessThanOrEqual(WIDTH);
  });

  test("and one is refused before any of them starts", () => {
    const home = fanOut(UNITS + 1);
    const failed = home.run("many");
    expect(failed.status).toBe(1);
    expect(failed.json().workflow.steps[1]?.notes).toMatch(/10001.*10000|10000.*10001/);
    expect(failed.json().usage).toMatchObject({ units: 1 });
  });
});

function finishedUnits(stdout: string): number {
  return stdout.split("\n").filter((line) => /"unit_finished".*"stepId":"each"/.test(line)).length;
}
