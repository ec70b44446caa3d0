import { setTimeout as after } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { endOf, type Outcome, openCrashHome } from "./crash-rig.ts";
import { expectSoundJournal, finish } from "./expectations.ts";

/** Each on a fresh run. `AKM_CRASH_ROUNDS` asks for more, `AKM_CRASH_SEED` for the same moments again. */
const ROUNDS = Number(process.env.AKM_CRASH_ROUNDS ?? 200);
const SEED = Number(process.env.AKM_CRASH_SEED ?? Date.now() % 1_000_000);
const LANES = 2;

describe(`an engine killed at a random moment (AKM_CRASH_SEED=${SEED})`, () => {
  test(
    `goes on as if never cut, ${ROUNDS} times`,
    async () => {
      const uncutHome = openCrashHome();
      const startedAt = performance.now();
      const uncut = await finish(uncutHome);
      const wholeMs = performance.now() - startedAt;
      uncutHome.remove();
      const random = randomNumbers(SEED);
      let round = 0;
      const lane = async (): Promise<void> => {
        while (round < ROUNDS) {
          round += 1;
          await cutOnce(random() * wholeMs, uncut);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    },
    15 * 60_000,
  );
});

/** The engine's whole process dies, its commands do not: what they leave behind must not run beside their second dispatch. */
async function cutOnce(delayMs: number, uncut: Outcome): Promise<void> {
  const home = openCrashHome();
  const engine = home.start(["workflow", "run", "workflows/cut"]);
  const ended = endOf(engine);
  await Promise.race([after(delayMs), ended]);
  engine.kill("SIGKILL");
  await ended;
  expect(await finish(home), `killed after ${Math.round(delayMs)} ms`).toEqual(uncut);
  await expectSoundJournal(home);
  home.remove();
}

/** The same numbers in [0, 1) for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
