import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { llmEngine } from "../../../../test/rig/build-plan.ts";
import { bundleModule } from "../../../../test/rig/bundle-module.ts";
import { type AgentCase, agentHost, dispatchTo } from "../../../../test/rig/dispatch-agent.ts";
import { eventually, isRunning, requestOf } from "../../../../test/rig/dispatch-command.ts";
import { FakeAgent } from "../../../../test/rig/fake-agents/index.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";
import { type AgentHost, disposeAgentServers } from "../agent-host.ts";

let agent: FakeAgent;
let host: AgentHost;

beforeEach(() => {
  agent = new FakeAgent("opencode-sdk");
  host = agentHost({ ...process.env, MODEL_KEY: "key-of-the-model" });
});

afterEach(async () => {
  await disposeAgentServers(host);
  agent.remove();
});

function ask(rest: Omit<AgentCase, "engine"> = {}, engine: Partial<FrozenAgentEngine> = {}) {
  return dispatchTo({ host, cwd: agent.directory, engine: agent.engine(engine), ...rest });
}

function servers(): number[] {
  return agent.calls.filter(({ started }) => started === true).map(({ pid }) => pid);
}

describe("the server of opencode's SDK", () => {
  // shows: loop-73
  test("is one for all units of an environment, also for those that come at once", async () => {
    const outcomes = await Promise.all([ask(), ask({ unitId: "other:solo" }), ask()]);
    expect(outcomes.map(({ outcome }) => outcome.status)).toEqual(["completed", "completed", "completed"]);
    await ask();
    expect(servers()).toHaveLength(1);
  });

  // shows: loop-73
  test("is another one in another environment", async () => {
    await ask();
    await ask({ env: [{ kind: "literal", name: "MODE", value: "fast" }] });
    expect(servers()).toHaveLength(2);
  });

  test("knows nothing of the unit that happened to start it", async () => {
    await ask();
    expect(agent.calls[0]?.context).toEqual({});
  });

  test("lives on after a unit, and ends when it is told to", async () => {
    await ask();
    const [pid = 0] = servers();
    expect(isRunning(pid)).toBe(true);
    await disposeAgentServers(host);
    expect(isRunning(pid)).toBe(false);
  });

  // shows: loop-82
  test("may be told to end when it has ended, or when there never was one", async () => {
    await disposeAgentServers(host);
    await ask();
    await disposeAgentServers(host);
    await disposeAgentServers(host);
    expect(servers().map(isRunning)).toEqual([false]);
  });

  test("is left to a unit that still uses it", async () => {
    agent.behave({ mode: "hang" });
    const asked = ask({ timeoutMs: 3000 });
    await eventually(() => agent.calls.some(({ prompt }) => prompt !== ""));
    await disposeAgentServers(host);
    expect(isRunning(servers()[0] ?? 0)).toBe(true);
    expect((await asked).outcome).toMatchObject({ failureReason: "timeout" });
  });

  test("is told to stop working for a unit that was given up", async () => {
    agent.behave({ mode: "hang" });
    await ask({ timeoutMs: 2000 });
    expect(agent.lastCall).toMatchObject({ aborted: "ses_1" });
    agent.behave({ text: "next" });
    expect((await ask()).outcome).toMatchObject({ result: "next" });
    expect(servers()).toHaveLength(1);
  });

  test("is started anew after it ended by itself", async () => {
    agent.behave({ mode: "crash" });
    expect((await ask()).outcome).toMatchObject({ error: expect.stringContaining("exited with status 3") });
    agent.behave({ text: "again" });
    expect((await ask()).outcome).toMatchObject({ result: "again" });
    expect(servers()).toHaveLength(2);
  });

  test("that cannot be started fails the unit with what to do", async () => {
    const { outcome } = await ask({}, { bin: "no-such-program" });
    expect(outcome).toMatchObject({
      failureReason: "spawn_failed",
      error: expect.stringContaining("engines.fake.bin"),
    });
  });

  test("ends with akm, even one that is killed", { timeout: 30_000 }, async () => {
    const { file, remove } = await bundleModule(join(import.meta.dirname, "../../index.ts"));
    const request = {
      ...requestOf({ command: ["unused"] }),
      target: { kind: "command", engine: agent.engine() },
    };
    const program = `const { createDispatcher } = await import(${JSON.stringify(file)});
      const request = { ...${JSON.stringify(request)}, prompt: () => ({ text: "Hello.", parts: [] }) };
      const events = { onProcess() {}, onWarning() {} };
      await createDispatcher({ environment: process.env }).dispatch(request, new AbortController().signal, events);
      process.kill(process.pid, "SIGKILL");`;
    const killed = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
    await once(killed, "exit");
    remove();
    const [pid = 0] = servers();
    expect(pid).toBeGreaterThan(0);
    await eventually(() => !isRunning(pid));
  });
});

describe("a unit on the server of opencode's SDK", () => {
  test("has used what its steps used, and works in its own directory", async () => {
    expect((await ask()).outcome).toEqual({
      status: "completed",
      result: "ok",
      model: "fake",
      sessionId: "ses_1",
      inputTokens: 11,
      outputTokens: 7,
      costUsd: 0.5,
    });
  });

  test("asks for the engine's model", async () => {
    await ask({}, { model: "anthropic/opus/4" });
    expect(agent.lastCall).toMatchObject({ body: { model: { providerID: "anthropic", modelID: "opus/4" } } });
  });

  test("is lent the model server of another engine, its key by a variable", async () => {
    const lent = {
      ...llmEngine({ endpoint: "http://127.0.0.1:1/v1/chat/completions" }),
      apiKeyVariable: "MODEL_KEY",
    };
    await ask({}, { llmEngine: lent });
    expect(agent.lastCall).toMatchObject({ body: { model: { providerID: "akm", modelID: lent.model } } });
    expect(agent.calls[0]?.names).toEqual(
      expect.arrayContaining(["OPENCODE_CONFIG_CONTENT", "AKM_LENT_MODEL_KEY"]),
    );
  });

  // shows: schema-539c
  // shows: engine-241b
  test("has no more company on a lent model server than that allows", async () => {
    agent.behave({ mode: "hang" });
    const lent = { ...llmEngine(), concurrency: 1 };
    const asked = [1, 2].map(() => ask({ timeoutMs: 2000 }, { llmEngine: lent }));
    await eventually(() => agent.calls.some(({ prompt }) => prompt !== ""));
    await Promise.race(asked);
    expect(agent.calls.filter(({ prompt }) => prompt !== "")).toHaveLength(1);
    for (const { outcome } of await Promise.all(asked))
      expect(outcome).toMatchObject({ failureReason: "timeout" });
    expect(agent.calls.filter(({ prompt }) => prompt !== "")).toHaveLength(2);
  });

  test("fails before anything starts when the lent key is not there", async () => {
    const lent = { ...llmEngine(), apiKeyVariable: "NO_SUCH_KEY" };
    expect((await ask({}, { llmEngine: lent })).outcome).toMatchObject({ failureReason: "env_unresolved" });
    expect(agent.calls).toEqual([]);
  });

  test("is refused what opencode's own settings would ask the user for", async () => {
    agent.behave({ asksPermission: true });
    const { outcome, warnings } = await ask();
    expect(outcome.status).toBe("completed");
    expect(agent.lastCall).toMatchObject({ decision: "reject" });
    expect(warnings).toEqual([expect.stringContaining("external_directory: /etc/*")]);
  });
});
