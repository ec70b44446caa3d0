import { afterEach, describe, expect, test } from "vitest";
import { LlmBench, OBJECT_SCHEMA, PROVIDERS } from "../../../test/rig/llm-bench.ts";

const bench = new LlmBench();

afterEach(() => bench.close());

describe("a key", () => {
  const KEY = "sk-very-secret-key";

  test.each([
    ["openai-compatible" as const, `Bearer ${KEY}`],
    ["anthropic" as const, KEY],
  ])("of %s is read at dispatch from the variable the engine names", async (provider, auth) => {
    await bench.serve([{}], {
      provider,
      environment: { MY_KEY: `${KEY}\n`, AKM_ENGINE_STUB_API_KEY: "other" },
    });
    await bench.ask({ engine: { apiKeyVariable: "MY_KEY" } });
    expect(bench.server.requests[0]?.auth).toBe(auth);
  });

  test("is read from the engine's own variable where it names none", async () => {
    await bench.serve([{}], { environment: { AKM_ENGINE_MY_STUB_API_KEY: KEY } });
    await bench.ask({ engine: { name: "my-stub" } });
    expect(bench.server.requests[0]?.auth).toBe(`Bearer ${KEY}`);
  });

  test.each(PROVIDERS)("that nobody asks for is not sent to %s", async (provider) => {
    const inherited = process.env.ANTHROPIC_API_KEY;
    process.env.ANTHROPIC_API_KEY = KEY;
    try {
      await bench.serve([{}], { provider });
      await bench.ask();
      expect(bench.server.requests[0]?.auth).toBeUndefined();
    } finally {
      if (inherited === undefined) delete process.env.ANTHROPIC_API_KEY;
      else process.env.ANTHROPIC_API_KEY = inherited;
    }
  });

  test("that is named and missing fails before anything is sent", async () => {
    const outcome = await bench.answerTo([{}], { engine: { apiKeyVariable: "MY_KEY" } });
    expect(outcome).toMatchObject({
      failureReason: "env_unresolved",
      error: expect.stringMatching(/MY_KEY nor AKM_ENGINE_STUB_API_KEY/),
    });
    expect(bench.server.requests).toHaveLength(0);
  });

  test.each([
    ["that is wrong", { AKM_ENGINE_STUB_API_KEY: KEY }, "The key is that of AKM_ENGINE_STUB_API_KEY"],
    ["that is needed and not there", {}, "No key was sent; AKM_ENGINE_STUB_API_KEY is not set"],
  ])("%s is told by its variable", async (_, environment, said) => {
    await bench.serve([{ status: 401, raw: "{}" }], { environment });
    expect(await bench.ask()).toMatchObject({ error: expect.stringContaining(said) });
  });

  test("that no header can carry is not shown", async () => {
    await bench.serve([{}], { environment: { AKM_ENGINE_STUB_API_KEY: "sk-a\nb" } });
    const outcome = await bench.ask();
    expect(outcome).toMatchObject({ failureReason: "env_unresolved" });
    expect(JSON.stringify(outcome)).not.toContain("sk-a");
  });

  test.each([
    ["an error", { status: 401, raw: `{"error":{"message":"bad key ${KEY}"}}` }],
    ["a page", { raw: `<p>${" ".repeat(150)}${KEY}</p>` }],
    ["a redirect", { status: 302, raw: "", headers: { location: `http://x.test/?k=${KEY}` } }],
    ["a failing server", { status: 500, raw: KEY }],
    ["an answer that is not JSON", { text: `I know ${KEY}` }],
    ["a wrong answer", { text: JSON.stringify({ [KEY]: 1 }) }],
    ["a refusal", { refusal: KEY }],
  ])("is in no message about %s", async (_, answer) => {
    await bench.serve([answer], { environment: { AKM_ENGINE_STUB_API_KEY: KEY } });
    const outcome = await bench.ask({ schema: OBJECT_SCHEMA });
    expect(outcome.status).toBe("failed");
    expect(JSON.stringify([outcome, bench.heard])).not.toContain("very-secret");
  });
});

test("what the run's redactor knows is in no message either", async () => {
  const redact = (text: string) => text.replaceAll("hunter2", "***");
  const outcome = await bench.answerTo([{ status: 400, raw: '{"message":"no hunter2"}' }], { redact });
  expect(outcome).toMatchObject({ error: expect.stringContaining("no ***") });
});
