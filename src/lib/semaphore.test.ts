import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

const never = new AbortController().signal;

describe("a semaphore", () => {
  test("never has more permits out than it was made with", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(3)), async (permits, tasks) => {
        const semaphore = new Semaphore(permits);
        let out = 0;
        let peak = 0;
        const run = async (turns: number): Promise<void> => {
          const release = await semaphore.acquire(never);
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
    const first = await semaphore.acquire(never);
    const others = ["a", "b", "c"].map(async (name) => {
      const release = await semaphore.acquire(never);
      order.push(name);
      release();
    });
    first();
    await Promise.all(others);
    expect(order).toEqual(["a", "b", "c"]);
  });

  test("counts a release once, however often it is called", async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire(never);
    release();
    release();
    await semaphore.acquire(never);
    const gaveUp = new AbortController();
    const second = semaphore.acquire(gaveUp.signal);
    gaveUp.abort(new Error("no permit"));
    await expect(second).rejects.toThrow("no permit");
  });

  test("gives no permit to who went away, and keeps none back for them", async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire(never);
    const leaver = new AbortController();
    const left = semaphore.acquire(leaver.signal);
    const next = semaphore.acquire(never);
    leaver.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
    release();
    await expect(next).resolves.toBeTypeOf("function");
  });

  test("refuses at once who comes with an aborted signal", async () => {
    await expect(new Semaphore(1).acquire(AbortSignal.abort(new Error("late")))).rejects.toThrow("late");
  });
});
