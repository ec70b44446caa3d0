import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentCase, dispatchTo } from "../../../../test/rig/dispatch-agent.ts";
import { FakeAgent } from "../../../../test/rig/fake-agents/index.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";

let agent: FakeAgent;

beforeEach(() => {
  agent = new FakeAgent("acp");
});

afterEach(() => agent.remove());

function ask(rest: Omit<AgentCase, "engine"> = {}, engine: Partial<FrozenAgentEngine> = {}) {
  return dispatchTo({ cwd: agent.directory, engine: agent.engine(engine), ...rest });
}

describe("an agent over the Agent Client Protocol", () => {
  test("answers with what it says after its last tool call, and tells what the session cost", async () => {
    agent.behave({ text: "A heron 💥, of course." });
    expect((await ask()).outcome).toEqual({
      status: "completed",
      result: "A heron 💥, of course.",
      sessionId: "acp-fake",
      costUsd: 0.5,
    });
    expect(agent.lastCall).toMatchObject({ session: { cwd: agent.directory } });
  });

  test("is answered for the user who is not there, and what it was refused is told", async () => {
    agent.behave({
      toolCalls: [
        { toolCallId: "1", kind: "edit", title: "Edit a.ts", locations: [{ path: "a.ts" }] },
        { toolCallId: "2", kind: "execute", title: "rm -rf /", locations: [] },
      ],
    });
    const { outcome, warnings } = await ask();
    expect(outcome.status).toBe("completed");
    expect(agent.lastCall).toMatchObject({ permissions: ["yes", "no"] });
    expect(warnings).toEqual([
      expect.stringContaining("not allowed to go beyond files in its directory: rm -rf /"),
    ]);
  });

  test("is set to the engine's model where it offers models", async () => {
    agent.behave({ offersModels: true });
    expect((await ask({}, { model: "opus" })).outcome).toMatchObject({ status: "completed", model: "opus" });
    expect(agent.lastCall).toMatchObject({ session: { model: "opus" } });
  });

  test("is not asked at all where the engine's model cannot be set", async () => {
    const { outcome } = await ask({}, { model: "opus" });
    expect(outcome).toMatchObject({
      failureReason: "agent_error",
      error: expect.stringContaining("set_model"),
    });
    expect(agent.calls).toEqual([]);
  });

  test("fails with the words of its refusal", async () => {
    agent.behave({ mode: "refusal" });
    expect((await ask()).outcome).toMatchObject({ error: expect.stringContaining("refusal") });
  });

  test("is ended when it is cancelled", async () => {
    agent.behave({ mode: "hang" });
    const cancel = new AbortController();
    const asked = ask({ signal: cancel.signal, onProcess: () => setTimeout(() => cancel.abort(), 300) });
    expect((await asked).outcome).toMatchObject({ failureReason: "aborted" });
  });
});
