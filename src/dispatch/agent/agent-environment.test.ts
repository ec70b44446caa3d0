import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dispatchTo } from "../../../test/rig/dispatch-agent.ts";
import { FakeAgent } from "../../../test/rig/fake-agents/index.ts";

let agent: FakeAgent;

beforeEach(() => {
  agent = new FakeAgent("custom");
});

afterEach(() => agent.remove());

const OWN = { ...process.env, ANTHROPIC_API_KEY: "k", OTHER_KEY: "o", AKM_RUN_ID: "spoofed" };

describe("what an agent's process sees", () => {
  // shows: schema-517
  test("is the allowlist, what its engine passes through, and the unit's own bindings", async () => {
    await dispatchTo({
      engine: agent.engine({ envPassthrough: ["ANTHROPIC_API_KEY", "NOT_SET", "AKM_RUN_ID"] }),
      environment: OWN,
      env: [{ kind: "literal", name: "MODE", value: "fast" }],
    });
    const names = agent.lastCall?.names ?? [];
    expect(names).toEqual(expect.arrayContaining(["PATH", "ANTHROPIC_API_KEY", "MODE", "AKM_DISPATCH_ID"]));
    expect(names).not.toContain("OTHER_KEY");
    expect(names).not.toContain("NOT_SET");
    expect(agent.lastCall?.context.AKM_RUN_ID).toBe("run-1");
  });

  test("has the unit's context as far as the system can hand it over, as the prompt has all of it", async () => {
    const inputs = JSON.stringify({ "steps.a.output": "x" });
    await dispatchTo({ engine: agent.engine(), context: { inputs } });
    expect(agent.lastCall?.context).toEqual({
      AKM_RUN_ID: "run-1",
      AKM_UNIT_ID: "build:solo",
      AKM_INPUTS: inputs,
    });
    await dispatchTo({ engine: agent.engine(), context: { inputs: "x".repeat(200_000) } });
    expect(agent.lastCall?.context).toEqual({ AKM_RUN_ID: "run-1", AKM_UNIT_ID: "build:solo" });
  });

  test("is refused before anything starts where a binding cannot be resolved", async () => {
    const { outcome } = await dispatchTo({
      engine: agent.engine(),
      env: [{ kind: "secret", name: "TOKEN", ref: "secrets/token" }],
    });
    expect(outcome).toMatchObject({
      failureReason: "env_unresolved",
      error: expect.stringContaining("secrets/token"),
    });
    expect(agent.calls).toEqual([]);
  });
});

describe("an agent that is not to be started", () => {
  test("is not, when it was cancelled before", async () => {
    const { outcome } = await dispatchTo({ engine: agent.engine(), signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ failureReason: "aborted" });
    expect(agent.calls).toEqual([]);
  });

  test.each([
    ["is no program", { bin: "no-such-agent" }, /no-such-agent.*not found.*engines\.fake\.bin/s],
    ["would be handed a NUL byte", { args: ["a\0b"] }, /NUL byte/],
  ])("fails with what to do when it %s", async (_, engine, error) => {
    const { outcome } = await dispatchTo({ engine: { ...agent.engine(engine), ...engine } });
    expect(outcome).toMatchObject({ failureReason: "spawn_failed", error: expect.stringMatching(error) });
  });
});
