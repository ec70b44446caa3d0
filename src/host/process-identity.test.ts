import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { isRunning, readBootId, readPidNamespace, readStartToken } from "./process-identity.ts";

const onLinux = process.platform === "linux";

describe("a process", () => {
  test("keeps its start token, whatever the caller's time zone and language", () => {
    const token = readStartToken(process.pid);
    vi.stubEnv("TZ", "Asia/Kolkata");
    vi.stubEnv("LC_ALL", "de_DE.UTF-8");
    expect(readStartToken(process.pid)).toBe(token);
    vi.unstubAllEnvs();
  });

  test.runIf(onLinux)("tells a boot, a pid namespace and a start", () => {
    expect(readBootId()).toMatch(/^[0-9a-f-]{36}$/);
    expect(readPidNamespace()).toMatch(/^pid:\[\d+\]$/);
    expect(readStartToken(process.pid)).toMatch(/^\d+$/);
  });

  test("that has ended is not running and has no start", () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    expect(isRunning(pid)).toBe(false);
    expect(readStartToken(pid)).toBeUndefined();
  });

  test.runIf(onLinux)("with blanks and parentheses in its name is known all the same", async () => {
    const child = spawn("sh", ["-c", "printf ') Z (' > /proc/$$/comm; echo ready; read line"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    expect(isRunning(child.pid ?? 0)).toBe(true);
    expect(readStartToken(child.pid ?? 0)).toMatch(/^\d+$/);
    child.kill();
  });

  test.runIf(onLinux)("that has ended and waits to be collected is not running", async () => {
    const parent = spawn("sh", ["-c", "sh -c 'exit 0' & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const zombie = Number(line.toString());
    await vi.waitFor(() => expect(isRunning(zombie)).toBe(false));
    expect(() => process.kill(zombie, 0)).not.toThrow();
    parent.kill();
  });
});
