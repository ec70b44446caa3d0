import { describe, expect, test } from "vitest";
import { until } from "../rig/akm-home.ts";
import { EngineHome, isJudgement, PASSED, rejection } from "./engine-home.ts";

const ITEMS = JSON.stringify(Array.from({ length: 64 }, (_, index) => index));
const FAN =
  "params: { items: { type: array } }\nsteps:\n  - id: s\n    map: { over: params.items, concurrency: 64 }";
const HOST = { AKM_HOST_CONCURRENCY: "16" };

describe("a fan-out over 64 items", () => {
  // shows: schema-537a, schema-539a
  // shows: engine-241a
  test.each([
    [undefined, 1],
    [3, 3],
  ])(
    "on an engine of concurrency %s asks %i at once, before and after a kill",
    async (concurrency, width) => {
      const engine = concurrency === undefined ? {} : { concurrency };
      const home = await EngineHome.open([{ text: "done", delayMs: 10 }], engine);
      home.source("fan", FAN, "## s\n\nOne item.");
      const words = ["workflow", "run", "workflows/fan", "--items", ITEMS];
      const killed = home.start(words, { env: HOST });
      await until(() => home.server.requests.length >= 10);
      killed.child.kill("SIGKILL");
      await killed.ended;
      const end = await home.start(["workflow", "run", home.newestRun().id], { env: HOST }).ended;
      expect(end.json()).toMatchObject({ done: true, usage: { units: 64 } });
      expect(home.server.peak).toBe(width);
    },
  );
});

describe("a ceiling on tokens", () => {
  const usage = { inputTokens: 60, outputTokens: 40 };

  // shows: schema-589b, schema-589c, schema-589f
  test("holds over resumes, judge calls and loops", async () => {
    const home = await EngineHome.open((request) => ({
      usage,
      text: isJudgement(request) ? rejection("Again.") : `answer ${request.index}`,
    }));
    const steps = "budget: { max_tokens: 350 }\nsteps:\n  - id: a\n  - id: b\n    gate: { max_loops: 9 }";
    home.source("b", steps, "## a\n\nOne.\n\n## b\n\nTwo.\n\n### gate\n\n- r");
    const first = (await home.go("workflows/b", "--max-steps", "1")).json();
    expect(first).toMatchObject({ usage: { units: 1, ...usage } });
    const end = await home.go(first.run.id);
    expect(end.status).toBe(1);
    expect(end.json()).toMatchObject({
      reason: "budget",
      usage: { units: 4, inputTokens: 240, outputTokens: 160 },
    });
    expect(home.server.requests).toHaveLength(4);
    expect(end.json().workflow.steps[1]?.notes).toContain("budget exceeded (max_tokens ceiling)");
    expect((await home.call("workflow", "resume", first.run.id)).status).toBe(0);
    expect((await home.go(first.run.id)).json()).toMatchObject({ reason: "budget" });
    expect(home.server.requests).toHaveLength(4);
  });

  test("is said not to know what an engine does not tell", async () => {
    const home = await EngineHome.open([{ text: "ok", usage: null }]);
    home.source(
      "u",
      "budget: { max_tokens: 100 }\nsteps:\n  - id: a\n  - id: b",
      "## a\n\nOne.\n\n## b\n\nTwo.",
    );
    const end = (await home.go("workflows/u")).json();
    expect(end).toMatchObject({ done: true, usage: { units: 2, inputTokens: 0, outputTokens: 0 } });
    expect(end.warnings.filter((warning) => warning.includes("does not tell how many tokens"))).toHaveLength(
      1,
    );
    const units = (await home.call("workflow", "status", end.run.id, "--units")).json().units;
    expect(units).toMatchObject([{ inputTokens: null, outputTokens: null }, { inputTokens: null }]);
  });
});

// shows: schema-571b
test("a rate-limited unit is retried as its policy says, and each attempt is journaled", async () => {
  const home = await EngineHome.open([{ status: 429, raw: "{}" }]);
  home.source(
    "r",
    "steps:\n  - id: s\n    unit: { retry: { max: 2, on: [llm_rate_limit] } }",
    "## s\n\nAsk.",
  );
  const end = await home.go("workflows/r");
  expect(end.status).toBe(1);
  expect(home.server.requests).toHaveLength(3);
  const units = (await home.call("workflow", "status", end.json().run.id, "--units")).json().units;
  expect(units).toMatchObject(
    [1, 2, 3].map((attempt) => ({ attempt, status: "failed", failureReason: "llm_rate_limit" })),
  );
});

// shows: schema-569b
test("a failed run's units are tried again by --max-retries, and what was done stays done", async () => {
  let broken = true;
  const home = await EngineHome.open((request) => {
    if (isJudgement(request)) return { text: PASSED };
    return broken && request.bodyText.includes("Two.") ? { status: 400, raw: "{}" } : { text: "ok" };
  });
  home.source("f", "steps:\n  - id: a\n  - id: b", "## a\n\nOne.\n\n### gate\n\n- r\n\n## b\n\nTwo.");
  const failed = await home.go("workflows/f");
  expect(failed.json()).toMatchObject({ reason: "failed", usage: { units: 3 } });
  broken = false;
  const end = await home.go(failed.json().run.id, "--max-retries", "1");
  expect(end.json()).toMatchObject({ done: true, usage: { units: 4 } });
  expect(home.server.requests).toHaveLength(4);
});
