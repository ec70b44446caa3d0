import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Release, Semaphore } from "./semaphore.ts";

async function permitOf(semaphore: Semaphore): Promise<Release> {
  const release = await semaphore.queue().granted;
  if (release === undefined) throw new Error("no permit");
  return release;
}

describe("a semaphore", () => {
  test("never has more permits out than it was made with", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(3)), async (permits, tasks) => {
        const semaphore = new Semaphore(permits);
        let out = 0;
        let peak = 0;
        const run = async (turns: number): Promise<void> => {
          const release = await permitOf(semaphore);
          out += 1;
          peak = Math.max(peak, out);
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
          out -= 1;
          release();
        };
        await Promise.all(tasks.map(run));
        expect(peak).toBeLessThanOrEqual(permits);
        expect(out).toBe(0);
      }),
    );
  });

  test("serves who waits in the order they came", async () => {
    const semaphore = new Semaphore(1);
    const order: string[] = [];
    const first = await permitOf(semaphore);
    const others = ["a", "b", "c"].map(async (name) => {
      const release = await permitOf(semaphore);
      order.push(name);
      release();
    });
    first();
    await Promise.all(others);
    expect(order).toEqual(["a", "b", "c"]);
  });

  test("counts a release once, however often it is called", async () => {
    const semaphore = new Semaphore(1);
    const release = await permitOf(semaphore);
    release();
    release();
    await permitOf(semaphore);
    const second = semaphore.queue();
    second.withdraw();
    expect(await second.granted).toBeUndefined();
  });

  test("gives no permit to who went away, and keeps none back for them", async () => {
    const semaphore = new Semaphore(1);
    const release = await permitOf(semaphore);
    const left = semaphore.queue();
    const next = semaphore.queue();
    left.withdraw();
    expect(await left.granted).toBeUndefined();
    release();
    expect(await next.granted).toBeTypeOf("function");
  });

  test("takes no permit back that it has granted", async () => {
    const semaphore = new Semaphore(1);
    const place = semaphore.queue();
    place.withdraw();
    expect(await place.granted).toBeTypeOf("function");
  });
});
