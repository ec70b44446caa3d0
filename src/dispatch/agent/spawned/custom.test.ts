import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentCase, dispatchTo } from "../../../../test/rig/dispatch-agent.ts";
import { type Behaviour, FakeAgent } from "../../../../test/rig/fake-agents/index.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";

let agent: FakeAgent;

beforeEach(() => {
  agent = new FakeAgent("custom");
});

afterEach(() => agent.remove());

function ask(rest: Omit<AgentCase, "engine"> = {}, engine: Partial<FrozenAgentEngine> = {}) {
  return dispatchTo({ cwd: agent.directory, engine: agent.engine(engine), ...rest });
}

const AS_ARGUMENT = { custom: { prompt: "arg", output: "text" } } as const;
const USAGE = { input: "-1.usage.input_tokens", output: "-1.usage.output_tokens" };
const QWEN = {
  args: ["--qwen"],
  custom: { prompt: "stdin", output: { json: "-1.result", usage: USAGE } },
} as const satisfies Partial<FrozenAgentEngine>;

describe("the prompt of a custom agent", () => {
  test("is its last argument where the engine says so, and its stdin is empty", async () => {
    await ask({ prompt: "Name a bird.\n" }, AS_ARGUMENT);
    expect(agent.lastCall).toMatchObject({ argv: ["Name a bird.\n"], prompt: "" });
  });

  test("is never read as an option", async () => {
    await ask({ prompt: "--help me" }, AS_ARGUMENT);
    expect(agent.lastCall?.argv).toEqual(["\n--help me"]);
  });

  test.each([
    ["too long for an argument", "é".repeat(50_000), "100000 bytes"],
    ["one with a NUL byte", "a\0b", "NUL byte"],
  ])("is refused before anything starts when it is %s", async (_, prompt, problem) => {
    const { outcome } = await ask({ prompt }, AS_ARGUMENT);
    expect(outcome).toMatchObject({ failureReason: "agent_error", error: expect.stringContaining(problem) });
    expect(agent.calls).toEqual([]);
  });
});

describe("the output of a custom agent", () => {
  test("is its whole stdout without the last line ends", async () => {
    agent.behave({ text: " two\n\nlines \n\n" });
    expect((await ask()).outcome).toEqual({ status: "completed", result: " two\n\nlines " });
  });

  test("may hold what is no UTF-8, which is said", async () => {
    agent.behave({ mode: "odd-bytes" });
    const { outcome, warnings } = await ask();
    expect(outcome).toMatchObject({ result: "a\ufffd\ufffdb" });
    expect(warnings).toEqual([expect.stringContaining("not all UTF-8")]);
  });

  test("is found by the path into its JSON, and so are its tokens", async () => {
    agent.behave({ text: "heron" });
    expect((await ask({}, QWEN)).outcome).toEqual({
      status: "completed",
      result: "heron",
      inputTokens: 11,
      outputTokens: 7,
    });
  });

  test.each<[string, Behaviour, string]>([
    ["nothing at its path", { text: "heron" }, "2.answer"],
    ["an empty text", { mode: "empty" }, "-1.result"],
  ])("is no answer with %s", async (_, behaviour, json) => {
    agent.behave(behaviour);
    const { outcome } = await ask({}, { ...QWEN, custom: { prompt: "stdin", output: { json } } });
    expect(outcome).toMatchObject({
      failureReason: "agent_error",
      error: expect.stringContaining("final text"),
    });
  });

  test("is an error where it is not the JSON that it should be", async () => {
    agent.behave({ text: "plain words" });
    const { outcome } = await ask({}, { custom: { prompt: "stdin", output: { json: "text" } } });
    expect(outcome).toMatchObject({
      failureReason: "agent_error",
      error: expect.stringContaining("not the JSON"),
    });
  });

  test("that begins like an error of its model server is no answer, though it exits 0", async () => {
    agent.behave({ mode: "error" });
    expect((await ask({}, QWEN)).outcome).toMatchObject({
      failureReason: "agent_error",
      error: expect.stringContaining("[API Error: 401 bad key]"),
    });
  });
});
