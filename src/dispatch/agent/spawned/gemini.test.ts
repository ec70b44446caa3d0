import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentCase, dispatchTo } from "../../../../test/rig/dispatch-agent.ts";
import { FakeAgent } from "../../../../test/rig/fake-agents/index.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";

let agent: FakeAgent;

beforeEach(() => {
  agent = new FakeAgent("gemini");
});

afterEach(() => agent.remove());

function ask(rest: Omit<AgentCase, "engine"> = {}, engine: Partial<FrozenAgentEngine> = {}) {
  return dispatchTo({ cwd: agent.directory, engine: agent.engine(engine), ...rest });
}

describe("gemini", () => {
  test("is started in its JSON mode with leave to edit files and the engine's model", async () => {
    await ask({}, { model: "flash" });
    expect(agent.lastCall?.argv).toEqual([
      ...["--output-format", "json", "--approval-mode", "auto_edit", "-m", "flash"],
    ]);
  });

  test("leaves approvals to the engine's own arguments", async () => {
    await ask({}, { args: ["--yolo"] });
    expect(agent.lastCall?.argv).not.toContain("auto_edit");
  });

  test("has used what it counted, thoughts included, over all models", async () => {
    expect((await ask()).outcome).toEqual({
      status: "completed",
      result: "ok",
      sessionId: "0f6a2a8e-5d5b-4f4e-9a43-3d3ad8a2b9c1",
      model: "gemini-fake",
      inputTokens: 11,
      outputTokens: 7,
    });
  });

  test("has failed with an error in its document, though it exits 0", async () => {
    agent.behave({ mode: "error-exit-0" });
    expect((await ask()).outcome).toMatchObject({
      failureReason: "agent_error",
      error: expect.stringContaining("empty response"),
    });
  });

  test("tells its error on stderr between stack traces, which are left out", async () => {
    agent.behave({ mode: "error" });
    const { outcome } = await ask();
    expect(outcome).toMatchObject({ error: "Engine fake (gemini) failed: bad key" });
  });

  test("names the transcript of its session, where that is kept", async () => {
    const chats = join(agent.directory, ".gemini", "tmp", "work", "chats");
    const file = join(chats, "session-2026-11-30T17-10-0f6a2a8e.jsonl");
    mkdirSync(chats, { recursive: true });
    writeFileSync(file, "{}\n");
    const env = [{ kind: "literal", name: "HOME", value: agent.directory } as const];
    expect((await ask({ env })).outcome).toMatchObject({ transcriptPath: file });
  });
});
