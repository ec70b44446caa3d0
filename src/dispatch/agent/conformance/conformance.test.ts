import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { FakeAgent } from "../../../../test/rig/fake-agents/index.ts";
import { AGENT_PLATFORMS, type AgentPlatform, type FrozenAgentEngine } from "../../../plan/index.ts";
import { createDispatcher } from "../../index.ts";
import { CONFORMANCE_CASES, examineAgent, type Scene, type Stage } from "./index.ts";

class FakeStage implements Stage {
  readonly #agent: FakeAgent;
  #prompts = 0;

  constructor(agent: FakeAgent) {
    this.#agent = agent;
  }

  play(scene: Scene): void {
    this.#prompts = this.#received().length;
    this.#agent.behave(behaviourOf(scene));
  }

  async atWork(): Promise<void> {
    while (this.#received().length === this.#prompts) await sleep(10);
  }

  received(prompt: string): boolean {
    return this.#received().at(-1) === prompt;
  }

  #received(): string[] {
    return this.#agent.calls.map((call) => call.prompt).filter((prompt) => prompt !== "");
  }
}

function behaviourOf(scene: Scene): Parameters<FakeAgent["behave"]>[0] {
  switch (scene.kind) {
    case "answer":
      return { text: scene.text };
    case "value":
      return { value: scene.value };
    case "busy":
      return { mode: "hang" };
    default:
      return { mode: scene.kind };
  }
}

async function examine(
  platform: AgentPlatform,
  agent: FakeAgent,
  stage?: Stage,
  engine: Partial<FrozenAgentEngine> = {},
) {
  const dispatcher = createDispatcher({ environment: process.env });
  try {
    return await examineAgent({
      dispatcher,
      engine: { ...agent.engine(engine), platform },
      directory: agent.directory,
      ...(stage === undefined ? {} : { stage }),
      signal: new AbortController().signal,
    });
  } finally {
    await dispatcher.dispose();
    agent.remove();
  }
}

describe.concurrent("the ten situations", () => {
  test.each(AGENT_PLATFORMS)(
    "are mastered with the stand-in of %s",
    { timeout: 60_000 },
    async (platform) => {
      const agent = new FakeAgent(platform);
      const findings = await examine(platform, agent, new FakeStage(agent));
      expect(findings.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
      expect(findings.map(({ name }) => name)).toEqual(CONFORMANCE_CASES.map(({ name }) => name));
    },
  );

  test("without a stage leave out what only a scripted model does", { timeout: 60_000 }, async () => {
    const findings = await examine("custom", new FakeAgent("custom", { text: "heron" }));
    const named = (verdict: string) =>
      findings.filter((finding) => finding.verdict === verdict).map(({ name }) => name);
    expect(named("not examined")).toEqual(["refusal", "empty answer", "crash", "hang", "rate limit", "kill"]);
    expect(named("fail")).toEqual(["structured answer"]);
  });

  test("show what an agent does wrong", { timeout: 60_000 }, async () => {
    const agent = new FakeAgent("custom", { mode: "error" });
    const [answer] = await examine("custom", agent);
    expect(answer).toMatchObject({
      name: "answer",
      verdict: "fail",
      told: expect.stringContaining("API Error"),
    });
  });
});
