import { describe, expect, test } from "vitest";
import { dispatchTo } from "../../../test/rig/dispatch-agent.ts";
import { isRunning } from "../../../test/rig/dispatch-command.ts";
import { FakeAgent } from "../../../test/rig/fake-agents/index.ts";
import type { AgentPlatform } from "../../plan/index.ts";

/** Platforms whose output says where it ends. */
const WITH_A_LAST_RECORD: AgentPlatform[] = ["claude", "codex", "opencode", "gemini"];
const WARNING = expect.stringContaining("told its result and did not exit");

async function linger(platform: AgentPlatform, timeoutMs?: number, engine = {}) {
  const agent = new FakeAgent(platform, { mode: "linger", text: "heron" });
  const dispatched = await dispatchTo({
    engine: agent.engine(engine),
    cwd: agent.directory,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const pid = agent.lastCall?.pid ?? 0;
  agent.remove();
  return { ...dispatched, pid };
}

describe.concurrent("an agent that has told its result and does not exit", () => {
  test.each(WITH_A_LAST_RECORD)("is ended after 5 s and its result is taken: %s", async (platform) => {
    const { outcome, warnings, durationMs, pid } = await linger(platform);
    expect(outcome).toMatchObject({ status: "completed", result: "heron" });
    expect(warnings).toContainEqual(WARNING);
    expect(durationMs).toBeGreaterThan(5000);
    expect(isRunning(pid)).toBe(false);
  });

  test.each(WITH_A_LAST_RECORD)("comes out alike where its timeout is over first: %s", async (platform) => {
    const { outcome, warnings } = await linger(platform, 3000);
    expect(outcome).toMatchObject({ status: "completed", result: "heron" });
    expect(warnings).toContainEqual(WARNING);
  });

  test("comes out alike with a program of JSON output", async () => {
    const custom = { prompt: "stdin", output: { json: "-1.result" } } as const;
    const { outcome } = await linger("custom", undefined, { args: ["--qwen"], custom });
    expect(outcome).toMatchObject({ status: "completed", result: "heron" });
  });

  test("has timed out with a program of text output, as only the end of a text ends it", async () => {
    const { outcome } = await linger("custom", 2000);
    expect(outcome).toMatchObject({ status: "failed", failureReason: "timeout" });
  });

  test("is ended sooner over the Agent Client Protocol, where agents wait for more by design", async () => {
    const { outcome, warnings, pid } = await linger("acp");
    expect(outcome).toMatchObject({ status: "completed", result: "heron" });
    expect(warnings).toEqual([]);
    expect(isRunning(pid)).toBe(false);
  });
});
