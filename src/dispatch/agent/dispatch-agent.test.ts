import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentCase, agentHost, dispatchTo } from "../../../test/rig/dispatch-agent.ts";
import { BIRD_SCHEMA, FakeAgent } from "../../../test/rig/fake-agents/index.ts";
import { AGENT_PLATFORMS, type FrozenAgentEngine } from "../../plan/index.ts";
import { disposeAgentServers } from "./agent-host.ts";

const host = agentHost();

describe.each(AGENT_PLATFORMS)("%s", (platform) => {
  let agent: FakeAgent;

  beforeEach(() => {
    agent = new FakeAgent(platform);
  });

  afterEach(async () => {
    await disposeAgentServers(host);
    agent.remove();
  });

  function ask(rest: Omit<AgentCase, "engine"> = {}, engine: Partial<FrozenAgentEngine> = {}) {
    return dispatchTo({ host, cwd: agent.directory, engine: agent.engine(engine), ...rest });
  }

  // shows: schema-284b
  test("answers with its final text", async () => {
    agent.behave({ text: "heron\nor egret" });
    const { outcome, warnings } = await ask();
    expect(outcome).toMatchObject({ status: "completed", result: "heron\nor egret" });
    expect(warnings).toEqual([]);
  });

  test("is given the prompt byte for byte and never on its command line", async () => {
    const prompt = '--help\té "q" \\ $HOME `x` \u2028 💥\r\n\nlast line\n';
    await ask({ prompt });
    expect(agent.lastCall?.prompt).toBe(prompt);
    expect(agent.lastCall?.argv.join(" ")).not.toContain("last line");
  });

  test("is given a prompt of 300 kB whole", async () => {
    const prompt = `${"0123456789".repeat(30_000)}end`;
    const { outcome } = await ask({
      prompt,
      context: { inputs: JSON.stringify({ "steps.a.output": prompt }) },
    });
    expect(outcome.status).toBe("completed");
    expect(agent.lastCall?.prompt).toBe(prompt);
  });

  // shows: schema-284a
  test("answers with a value where the unit declares a schema", async () => {
    agent.behave({ value: { bird: "heron" } });
    const { outcome } = await ask({ outputSchema: BIRD_SCHEMA });
    expect(outcome).toMatchObject({ status: "completed", result: { bird: "heron" } });
  });

  // shows: schema-573a
  test.each([
    ["no JSON", { text: "A heron." }, "parse_error"],
    ["JSON of another shape", { value: { bird: 1 } }, "validation_error"],
  ])("fails where the answer is %s", async (_, behaviour, failureReason) => {
    agent.behave(behaviour);
    const { outcome } = await ask({ outputSchema: BIRD_SCHEMA });
    expect(outcome).toMatchObject({ status: "failed", failureReason });
  });

  // shows: schema-288f
  test("fails as an agent error without a final text", async () => {
    agent.behave({ mode: "empty" });
    expect((await ask()).outcome).toMatchObject({ status: "failed", failureReason: "agent_error" });
    expect((await ask({ outputSchema: BIRD_SCHEMA })).outcome).toMatchObject({
      failureReason: "agent_error",
    });
  });

  test("fails as an agent error with what it said of an error", async () => {
    agent.behave({ mode: "error" });
    const { outcome } = await ask();
    expect(outcome).toMatchObject({ status: "failed", failureReason: "agent_error" });
    expect(JSON.stringify(outcome)).toMatch(/bad key|Authentication required/);
  });

  test("fails as an agent error when it crashes, with the end of its stderr", async () => {
    agent.behave({ mode: "crash" });
    const { outcome } = await ask();
    expect(outcome).toMatchObject({ status: "failed", failureReason: "agent_error" });
    expect(JSON.stringify(outcome)).toContain("Segmentation fault");
  });

  test("fails as rate-limited when its model server says so", async () => {
    agent.behave({ mode: "rate-limit" });
    const expected = platform === "custom" ? "agent_error" : "llm_rate_limit";
    expect((await ask()).outcome).toMatchObject({ status: "failed", failureReason: expected });
  });

  test("fails at its timeout", async () => {
    agent.behave({ mode: "hang" });
    const { outcome, durationMs } = await ask({ timeoutMs: 1500 });
    expect(outcome).toMatchObject({ status: "failed", failureReason: "timeout" });
    expect(durationMs).toBeLessThan(5000);
  });
});
