import { expect, test } from "vitest";
import type { SnapshotReader } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";
import type { Call } from "../call.ts";
import { statusAnswer } from "./status-answer.ts";

test("everything a status shows is read at one instant, and nothing is asked of the reader outside of it", async () => {
  let isHeld = false;
  const strays: string[] = [];
  const answers: Record<string, unknown> = {
    loadRun: { runId: "r", status: "completed", workflowRef: "w" },
    loadSteps: [],
    loadUsage: { units: 0, inputTokens: 0, outputTokens: 0 },
    listRuns: [],
  };
  const read = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      async () => {
        if (!isHeld) strays.push(name);
        return answer;
      },
    ]),
  );
  const reader = {
    ...read,
    loadAttempts: async function* () {
      if (!isHeld) strays.push("loadAttempts");
      yield* [];
    },
    atOneInstant: async (work: () => Promise<unknown>) => {
      isHeld = true;
      return await work().finally(() => {
        isHeld = false;
      });
    },
  } as unknown as SnapshotReader;
  const call = { format: "json", say: { warnings: [] } } as unknown as Call;
  const { result } = await statusAnswer(call, reader, { runId: "r" } as RunRecord, true);
  expect(result?.envelope).toMatchObject({ run: { id: "r" }, units: [] });
  expect(strays).toEqual([]);
});
