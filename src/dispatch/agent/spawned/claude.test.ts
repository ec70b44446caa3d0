import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentCase, dispatchTo } from "../../../../test/rig/dispatch-agent.ts";
import { BIRD_SCHEMA, FakeAgent } from "../../../../test/rig/fake-agents/index.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";

let agent: FakeAgent;

beforeEach(() => {
  agent = new FakeAgent("claude");
});

afterEach(() => agent.remove());

function ask(rest: Omit<AgentCase, "engine"> = {}, engine: Partial<FrozenAgentEngine> = {}) {
  return dispatchTo({ cwd: agent.directory, engine: agent.engine(engine), ...rest });
}

describe("what claude is started with", () => {
  test("is print mode, streamed records and leave to edit files", async () => {
    await ask();
    expect(agent.lastCall?.argv).toEqual([
      ...["-p", "--output-format", "stream-json", "--verbose"],
      ...["--permission-mode", "acceptEdits"],
    ]);
  });

  test("is the engine's model behind the engine's own arguments", async () => {
    await ask({}, { model: "opus", args: ["--add-dir", "/srv"] });
    expect(agent.lastCall?.argv.slice(0, 2)).toEqual(["--add-dir", "/srv"]);
    expect(agent.lastCall?.argv.slice(-2)).toEqual(["--model", "opus"]);
  });

  test.each([[["--permission-mode=plan"]], [["--dangerously-skip-permissions"]]])(
    "leaves permissions to %j",
    async (args) => {
      await ask({}, { args });
      expect(agent.lastCall?.argv).not.toContain("acceptEdits");
    },
  );

  test("is the schema of an object, and of nothing else", async () => {
    agent.behave({ value: { bird: "heron" } });
    await ask({ outputSchema: BIRD_SCHEMA });
    expect(JSON.parse(agent.lastCall?.argv.at(-1) ?? "")).toEqual(BIRD_SCHEMA);
    await ask({ outputSchema: { type: "array" } });
    expect(agent.lastCall?.argv).not.toContain("--json-schema");
    await ask({ outputSchema: { type: "object", description: "x".repeat(100_000) } });
    expect(agent.lastCall?.argv).not.toContain("--json-schema");
  });
});

describe("what claude reports", () => {
  test("is recorded: session, model, all of its input, its cost", async () => {
    expect((await ask()).outcome).toEqual({
      status: "completed",
      result: "ok",
      sessionId: "0f6a2a8e-5d5b-4f4e-9a43-3d3ad8a2b9c1",
      model: "claude-fake",
      inputTokens: 11,
      outputTokens: 7,
      costUsd: 0.25,
    });
  });

  test("is kept of a failure too", async () => {
    agent.behave({ mode: "error" });
    expect((await ask()).outcome).toMatchObject({ status: "failed", inputTokens: 11, costUsd: 0.25 });
  });

  test("is a failure when it exits 0 with an error record", async () => {
    agent.behave({ mode: "error-exit-0" });
    expect((await ask()).outcome).toMatchObject({
      failureReason: "agent_error",
      error: expect.stringContaining("500 broken"),
    });
  });

  test("is its text where it ignored the schema though it told success", async () => {
    agent.behave({ value: { bird: "heron" }, ignoresSchema: true });
    expect((await ask({ outputSchema: BIRD_SCHEMA })).outcome).toMatchObject({ result: { bird: "heron" } });
  });

  test("shows as progress, secrets taken out", async () => {
    agent.behave({ text: "the word is hunter2,\nI think" });
    const { progress } = await ask({ redact: (text) => text.replaceAll("hunter2", "*") });
    expect(progress).toEqual(["the word is *, I think"]);
  });

  test("names the tools it was not allowed", async () => {
    agent.behave({ denied: [{ tool_name: "Bash" }, { tool_name: "Bash" }, { tool_name: "WebFetch" }] });
    expect((await ask()).warnings).toEqual([expect.stringContaining("not allowed Bash, WebFetch")]);
  });

  test("includes its transcript, where that is kept", async () => {
    const folder = join(agent.directory, "projects", agent.directory.replaceAll(/[^a-zA-Z0-9]/g, "-"));
    const file = join(folder, "0f6a2a8e-5d5b-4f4e-9a43-3d3ad8a2b9c1.jsonl");
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, "{}\n");
    const env = [{ kind: "literal", name: "CLAUDE_CONFIG_DIR", value: agent.directory } as const];
    expect((await ask({ env })).outcome).toMatchObject({ transcriptPath: file });
  });
});
