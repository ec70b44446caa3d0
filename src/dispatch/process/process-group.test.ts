import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { ProcessGroup } from "./process-group.ts";

describe("ProcessGroup", () => {
  test("of a process that has ended holds nobody, and asking leaves errors their stacks", async () => {
    const limit = Error.stackTraceLimit;
    const child = spawn("true", { detached: true, stdio: "ignore" });
    const { pid } = child;
    await once(child, "exit");
    if (pid === undefined) throw new Error("true did not start");
    expect(new ProcessGroup(pid).someoneLives()).toBe(false);
    expect(Error.stackTraceLimit).toBe(limit);
    expect(new Error("any").stack).toContain("process-group.test");
  });

  test("of a process that runs holds it", () => {
    const child = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    const group = new ProcessGroup(child.pid ?? 0);
    try {
      expect(group.someoneLives()).toBe(true);
    } finally {
      group.signal("SIGKILL");
    }
  });
});
