import { expect, test } from "vitest";
import { until } from "../rig/akm-home.ts";
import type { ModelRequest } from "../rig/model-server.ts";
import { EngineHome } from "./engine-home.ts";
import { REVIEW_BODY, REVIEW_FILES, REVIEW_FRONT_MATTER, reviewAnswer } from "./review-workflow.ts";

const MODELS = { version: 1, aliases: { balanced: { reviewer: "balanced-model" } } };
const REQUESTS = 10;
const RUN = ["workflow", "run", "workflows/review", "--changed_files", JSON.stringify(REVIEW_FILES)];

async function openReview(script: (request: ModelRequest) => ReturnType<typeof reviewAnswer>) {
  const home = await EngineHome.open(script);
  const reviewer = { kind: "llm", endpoint: home.server.urls.chatCompletions, model: "own-model" };
  home.configure({ engines: { reviewer }, workflow: { judgeEngine: "reviewer" } });
  home.write("conf/models.json", JSON.stringify(MODELS));
  home.source("review", REVIEW_FRONT_MATTER, REVIEW_BODY);
  return home;
}

function expectReviewed(shown: { workflow: { steps: { id: string; status: string }[] } }): void {
  expect(shown.workflow.steps.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "discover completed",
    "review completed",
    "aggregate completed",
    "triage completed",
    "ship skipped",
    "rework completed",
    "manual-triage skipped",
  ]);
}

// shows: schema-130c, schema-169
test("a review of files runs from its first unit to its route, each model asked by the name its step gives it", async () => {
  const home = await openReview(reviewAnswer);
  const end = await home.call(...RUN);
  expect(end.status).toBe(0);
  expectReviewed(end.json());
  expect(end.json()).toMatchObject({ usage: { units: REQUESTS } });
  const review = end.json().workflow.steps.find(({ id }) => id === "review");
  expect(review?.evidence.output).toEqual(REVIEW_FILES.map((file) => ({ file, verdict: "fail, round 2" })));
  expect(home.server.requests.map(({ body }) => body.model)).toEqual([
    "balanced-model",
    "own-model",
    ...["deep", "deep", "own-model", "deep", "deep", "own-model"],
    "balanced-model",
    "balanced-model",
  ]);
  expect(home.server.peak).toBe(1);
});

test("killed at any request, it goes on and asks nothing again that was answered", {
  timeout: 400_000,
}, async () => {
  for (let kill = 1; kill <= REQUESTS; kill += 1) {
    let held = false;
    const home = await openReview((request) => {
      if (held || request.index !== kill - 1) return reviewAnswer(request);
      held = true;
      return { hang: "before-headers" };
    });
    const killed = home.start(RUN);
    await until(() => held);
    killed.child.kill("SIGKILL");
    await killed.ended;

    const end = await home.go(home.newestRun().id);
    expect(end.status).toBe(0);
    expectReviewed(end.json());
    const answered = home.server.requests
      .filter(({ index }) => index !== kill - 1)
      .map(({ bodyText }) => bodyText);
    expect(answered).toHaveLength(REQUESTS);
    expect(new Set(answered).size).toBe(REQUESTS);
    await home.server.close();
  }
});
