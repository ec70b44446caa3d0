import { describe, expect, test } from "vitest";
import { AkmError, ERROR_CODES, type ErrorCode } from "../errors/index.ts";
import { exitStatusOf, exitStatusOfError } from "./exit.ts";

describe("exit statuses", () => {
  test.each([
    [{ kind: "done" }, 0],
    [{ kind: "found-wanting" }, 1],
    [{ kind: "no-command" }, 2],
    [{ kind: "run-stopped", reason: "failed" }, 1],
    [{ kind: "run-stopped", reason: "gate-rejected" }, 1],
    [{ kind: "run-stopped", reason: "budget" }, 1],
    [{ kind: "run-stopped", reason: "timeout" }, 1],
    [{ kind: "run-stopped", reason: "blocked" }, 3],
    [{ kind: "run-stopped", reason: "waiting" }, 4],
    [{ kind: "run-stopped", reason: "interrupted", signal: "SIGHUP" }, 129],
    [{ kind: "run-stopped", reason: "interrupted", signal: "SIGINT" }, 130],
    [{ kind: "run-stopped", reason: "interrupted", signal: "SIGTERM" }, 143],
  ] as const)("%j ends with %i", (ending, status) => {
    expect(exitStatusOf(ending)).toBe(status);
  });

  test.each(Object.entries(ERROR_CODES))("%s ends with what its table says", (code, { exit }) => {
    expect(exitStatusOfError(new AkmError(code as ErrorCode, "x"))).toBe(exit);
  });

  test("anything else that is thrown is a defect of akm", () => {
    expect(exitStatusOfError(new TypeError("x"))).toBe(70);
    expect(exitStatusOfError("x")).toBe(70);
  });
});
