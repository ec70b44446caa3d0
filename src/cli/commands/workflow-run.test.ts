import { describe, expect, test } from "vitest";
import { AkmError } from "../../errors/index.ts";
import type { EngineParts } from "../../loop/index.ts";
import type { RunRecord } from "../../run/index.ts";
import type { Call, FlagValues } from "../call.ts";
import { exitStatusOf } from "../exit.ts";
import { workflowRun } from "./workflow-run.ts";

const run = {
  runId: "0f6c1c3e-0000-4000-8000-000000000000",
  workflowRef: "project//workflows/ship",
  sourceHash: "aa",
  status: "active",
} as RunRecord;
const contended = new AkmError("STATE_DB_CONTENDED", "The state database is busy.");

/** A call for a run that exists, whose driving goes as `drive` says. */
function callThat(drive: (parts: EngineParts) => Promise<unknown>, flags: FlagValues): Call {
  const reader = {
    findRunIds: async () => [run.runId],
    loadRun: async () => run,
    loadSteps: async () => [],
    loadUsage: async () => ({ units: 0, inputTokens: 0, outputTokens: 0 }),
    close: () => undefined,
  };
  const runLock = {
    acquire: async () => ({ release: async () => undefined }),
    holder: async () => undefined,
  };
  const quiet = () => undefined;
  return {
    args: [run.runId],
    params: [],
    flags,
    format: "json",
    host: { onSignal: () => quiet, stderr: { isTerminal: false }, stdout: { write: quiet } },
    say: { warning: quiet, notice: quiet, progress: quiet, warnings: [] },
    machine: {
      openReader: async () => reader,
      openJournal: async () => reader,
      disk: async () => ({ lookAtWorkflowFile: () => ({ kind: "readable", sha256: run.sourceHash }) }),
      worktrees: async () => undefined,
      engine: async () => ({ parts: { runLock }, killAllNow: quiet, releaseLocksNow: quiet }),
      loop: async () => ({ driveRun: (_: string, parts: EngineParts) => drive(parts) }),
    },
  } as unknown as Call;
}

describe("--skip-if-locked", () => {
  test("a database that stays busy before the run is had is a start that was skipped", async () => {
    const call = callThat(() => Promise.reject(contended), { "skip-if-locked": true });
    const { ending, result } = await workflowRun.run(call);
    expect(exitStatusOf(ending)).toBe(0);
    expect(result?.envelope).toMatchObject({ skipped: { reason: "state-db-contended" } });
  });

  test("a database that stays busy once the run is had is an error", async () => {
    const drive = async ({ runLock }: EngineParts) => {
      await runLock.acquire(run.runId, { takeOver: false });
      throw contended;
    };
    await expect(workflowRun.run(callThat(drive, { "skip-if-locked": true }))).rejects.toBe(contended);
  });

  test("without it, a database that stays busy is an error at any time", async () => {
    await expect(workflowRun.run(callThat(() => Promise.reject(contended), {}))).rejects.toBe(contended);
  });
});

describe("--new", () => {
  test("is refused for a run id, with the ref that it can be said of", async () => {
    const call = callThat(() => Promise.reject(contended), { new: true });
    await expect(workflowRun.run(call)).rejects.toMatchObject({
      code: "INVALID_FLAG_VALUE",
      hint: expect.stringContaining(`akm workflow run ${run.workflowRef} --new`),
    });
  });
});
