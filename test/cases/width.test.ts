import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AkmHome, until } from "../rig/akm-home.ts";

const WIDTH = 2;
const ITEMS = Array.from({ length: 12 }, (_, index) => index + 1);
/** Counts who works beside it, and fails for one item until it is told that all is well. */
const WORK = [
  "mkdir -p live; touch live/$$; ls live | wc -l >> peak",
  "echo $AKM_ITEM >> begun; sleep 0.3; rm -f live/$$",
  '[ "$AKM_ITEM" != 5 ] || [ -e ok ]',
].join("\n");

function fan(retries: number): AkmHome {
  const home = new AkmHome();
  home.write("work.sh", WORK);
  home.workflow(
    "fan",
    [
      "params: { items: { type: array } }",
      "steps:",
      "  - id: s",
      "    map:",
      "      over: params.items",
      `      concurrency: ${WIDTH}`,
      "      unit:",
      "        exec: { command: [sh, work.sh] }",
      `        retry: { max: ${retries}, on: [non_zero_exit] }`,
    ].join("\n"),
    ["s"],
  );
  return home;
}

const configured = (home: AkmHome, defaultMapConcurrency: number): void =>
  void home.write("conf/config.json", JSON.stringify({ workflow: { defaultMapConcurrency } }));

const FAN = ["workflow", "run", "workflows/fan", "--items", JSON.stringify(ITEMS)];

function numbersIn(home: AkmHome, file: string): number[] {
  return home.read(file).trim().split("\n").map(Number);
}

describe("the width of a fan-out", () => {
  // shows: schema-360d
  test("holds while units are retried, and in the run that goes on at once after a kill", async () => {
    const home = fan(2);
    const killed = home.start(FAN);
    // Well into its work, with the failing item tried at least once.
    await until(() => home.has("begun") && numbersIn(home, "begun").includes(7));
    killed.child.kill("SIGKILL");
    await killed.ended;
    const runId = home.newestRun().id;
    const going = home.start(["workflow", "run", runId]);
    // What the dead engine left at work is ended before anything starts, and cannot take its own mark away.
    const begun = numbersIn(home, "begun").length;
    rmSync(join(home.root, "live"), { recursive: true, force: true });
    home.write("ok", "");
    const end = await going.ended;
    expect(end.json()).toMatchObject({ done: true });
    expect(numbersIn(home, "begun").length).toBeGreaterThan(begun);
    expect(Math.max(...numbersIn(home, "peak"))).toBe(WIDTH);
  });

  // shows: schema-400a
  test("starts nothing new once an item has failed for good", () => {
    const home = fan(0);
    const end = home.akm(FAN);
    expect(end.status).toBe(1);
    const begun = numbersIn(home, "begun");
    expect(begun).toContain(5);
    // At most the one that worked beside it, and the one that took the place of that one just before.
    expect(begun.filter((item) => item > 7)).toEqual([]);
    expect(Math.max(...numbersIn(home, "peak"))).toBe(WIDTH);
  });

  // shows: schema-529, schema-555a, schema-555b
  test("is the configured one of the moment the run began, for the whole of the run", () => {
    const home = new AkmHome();
    home.write("work.sh", WORK);
    home.write("ok", "");
    configured(home, 2);
    const steps =
      '  - id: a\n    unit: { exec: { command: ["true"] } }\n  - id: s\n    map: { over: params.items, unit: { exec: { command: [sh, work.sh] } } }';
    home.workflow("w", `params: { items: { type: array, default: [1, 2, 3, 4, 5, 6] } }\nsteps:\n${steps}`, [
      "a",
      "s",
    ]);
    expect(home.run("w", "--max-steps", "1").status).toBe(0);
    configured(home, 4);
    expect(home.run("w").json()).toMatchObject({ done: true, resumed: true });
    expect(Math.max(...numbersIn(home, "peak"))).toBe(2);
    expect(home.akm(["workflow", "plan", "workflows/w"]).json().steps).toMatchObject([
      {},
      { concurrency: 4 },
    ]);
  });
});
