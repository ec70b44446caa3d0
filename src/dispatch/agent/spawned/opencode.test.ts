import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentCase, dispatchTo } from "../../../../test/rig/dispatch-agent.ts";
import { FakeAgent } from "../../../../test/rig/fake-agents/index.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";

let agent: FakeAgent;

beforeEach(() => {
  agent = new FakeAgent("opencode");
});

afterEach(() => agent.remove());

function ask(rest: Omit<AgentCase, "engine"> = {}, engine: Partial<FrozenAgentEngine> = {}) {
  return dispatchTo({ cwd: agent.directory, engine: agent.engine(engine), ...rest });
}

describe("opencode", () => {
  test("is started in its JSON mode with the engine's model", async () => {
    await ask({}, { model: "anthropic/opus" });
    expect(agent.lastCall?.argv).toEqual(["run", "--format", "json", "-m", "anthropic/opus"]);
  });

  test("has used what all its steps used, caches and thoughts included", async () => {
    expect((await ask()).outcome).toEqual({
      status: "completed",
      result: "ok",
      sessionId: "ses_fake",
      inputTokens: 11,
      outputTokens: 7,
      costUsd: 0.25,
    });
  });

  test("has an unknown cost where it does not know the model's price", async () => {
    agent.behave({ free: true });
    expect((await ask()).outcome).not.toHaveProperty("costUsd");
  });

  test("has failed with an error record, though it exits 0", async () => {
    agent.behave({ mode: "error-exit-0" });
    expect((await ask()).outcome).toMatchObject({ failureReason: "agent_error" });
  });

  test("shows what it says and which tools it calls", async () => {
    agent.behave({ text: "A heron." });
    expect((await ask()).progress).toEqual(["Let me look.", "bash: ls", "A heron."]);
  });

  test("keeps its sessions in a database, which is named where it is", async () => {
    const database = join(agent.directory, "opencode", "opencode.db");
    mkdirSync(join(agent.directory, "opencode"));
    writeFileSync(database, "");
    const env = [{ kind: "literal", name: "XDG_DATA_HOME", value: agent.directory } as const];
    expect((await ask({ env })).outcome).toMatchObject({ transcriptPath: database });
  });
});
