import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentCase, dispatchTo } from "../../../../test/rig/dispatch-agent.ts";
import { BIRD_SCHEMA, FakeAgent } from "../../../../test/rig/fake-agents/index.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";

let agent: FakeAgent;

beforeEach(() => {
  agent = new FakeAgent("codex");
});

afterEach(() => agent.remove());

function ask(rest: Omit<AgentCase, "engine"> = {}, engine: Partial<FrozenAgentEngine> = {}) {
  return dispatchTo({ cwd: agent.directory, engine: agent.engine(engine), ...rest });
}

describe("what codex is started with", () => {
  test("is its JSON mode, a sandbox around the directory, the prompt on stdin", async () => {
    await ask({}, { model: "gpt" });
    expect(agent.lastCall?.argv).toEqual([
      ...["exec", "--json", "--skip-git-repo-check"],
      ...["-s", "workspace-write", "-m", "gpt", "-"],
    ]);
  });

  test("leaves the sandbox to the engine's own arguments", async () => {
    await ask({}, { args: ["-s", "read-only"] });
    expect(agent.lastCall?.argv).not.toContain("workspace-write");
  });

  test("is the schema in a file that only this user can read and that is gone afterwards", async () => {
    agent.behave({ value: { bird: "heron" } });
    await ask({ outputSchema: BIRD_SCHEMA });
    const argv = agent.lastCall?.argv ?? [];
    const file = argv[argv.indexOf("--output-schema") + 1] ?? "";
    expect(agent.lastCall).toMatchObject({ schema: BIRD_SCHEMA, schemaMode: 0o600 });
    expect(existsSync(file)).toBe(false);
  });

  test("is no schema that its server would refuse", async () => {
    await ask({ outputSchema: { type: "object", properties: { bird: { type: "string" } } } });
    expect(agent.lastCall?.argv).not.toContain("--output-schema");
  });
});

describe("what codex reports", () => {
  test("is recorded: its thread and its tokens, whose input includes what was cached", async () => {
    expect((await ask()).outcome).toEqual({
      status: "completed",
      result: "ok",
      sessionId: "0f6a2a8e-5d5b-4f4e-9a43-3d3ad8a2b9c1",
      inputTokens: 11,
      outputTokens: 7,
    });
  });

  test("is no failure for a warning about its model", async () => {
    expect((await ask()).outcome.status).toBe("completed");
  });

  test("is a failure when its turn failed, whatever its exit status is", async () => {
    agent.behave({ mode: "error-exit-0" });
    expect((await ask()).outcome).toMatchObject({
      failureReason: "agent_error",
      error: expect.stringContaining("401 Unauthorized"),
    });
  });

  test("includes the file of its thread, where that is kept", async () => {
    const day = join(agent.directory, "sessions", "2026", "11", "30");
    const file = join(day, "rollout-2026-11-30T17-07-06-0f6a2a8e-5d5b-4f4e-9a43-3d3ad8a2b9c1.jsonl");
    mkdirSync(day, { recursive: true });
    writeFileSync(file, "{}\n");
    const env = [{ kind: "literal", name: "CODEX_HOME", value: agent.directory } as const];
    expect((await ask({ env })).outcome).toMatchObject({ transcriptPath: file });
  });
});
