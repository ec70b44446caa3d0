import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { openOutputStream } from "./output-stream.ts";

describe("openOutputStream", () => {
  test("writes in order, whatever the size", async () => {
    const path = join(tempTree(), "out");
    const descriptor = openSync(path, "w");
    const stream = openOutputStream(descriptor);
    const parts = Array.from({ length: 500 }, (_, index) => `${index} ${"é".repeat(1000)}\n`);
    for (const part of parts) stream.write(part);
    await stream.flush();
    closeSync(descriptor);
    expect(readFileSync(path, "utf8")).toBe(parts.join(""));
    expect(stream.isTerminal).toBe(false);
  });

  test("a descriptor that takes nothing ends the output quietly", async () => {
    const path = join(tempTree({ "read-only": "x" }), "read-only");
    const descriptor = openSync(path, "r");
    const stream = openOutputStream(descriptor);
    stream.write("lost");
    await stream.flush();
    stream.write("lost too");
    await stream.flush();
    closeSync(descriptor);
    expect(readFileSync(path, "utf8")).toBe("x");
    expect(stream.failure()).toBeUndefined();
  });

  test.runIf(process.platform === "linux")(
    "a disk that is full is a failure, not a reader that is gone",
    async () => {
      const descriptor = openSync("/dev/full", "w");
      const stream = openOutputStream(descriptor);
      stream.write("lost");
      await stream.flush();
      closeSync(descriptor);
      expect(stream.failure()?.code).toBe("ENOSPC");
    },
  );
});
