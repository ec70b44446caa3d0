import type { ModelRequest, ScriptedAnswer } from "../rig/model-server.ts";
import { isJudgement, PASSED, rejection } from "./engine-home.ts";

/** Everything the format has at once: a gate, a fan-out that is judged and done again, retries, routes, a budget, a worktree. */
export const REVIEW_FRONT_MATTER = `params:
  changed_files: { type: array, description: Files to review }
defaults: { engine: reviewer, model: balanced, timeout: 10m, on_error: fail }
budget: { max_units: 40, max_tokens: 200000 }
steps:
  - id: discover
    output: { type: object, properties: { files: { type: array } }, required: [files] }
  - id: review
    map:
      over: steps.discover.output.files
      concurrency: 8
      unit:
        engine: reviewer
        model: deep
        timeout: 5m
        retry: { max: 1, on: [timeout, llm_rate_limit] }
        on_error: continue
        isolation: worktree
        output: { type: object, properties: { file: { type: string }, verdict: { type: string } }, required: [file, verdict] }
    output: { type: array }
    gate: { max_loops: 2 }
  - id: aggregate
    inputs: [steps.review.output]
    output: { type: object, properties: { verdict: { type: string } }, required: [verdict] }
  - id: triage
    route:
      input: steps.aggregate.output.verdict
      when: [{ match: pass, step: ship }, { match: fail, step: rework }]
      default: manual-triage
  - id: ship
  - id: rework
  - id: manual-triage`;

export const REVIEW_BODY = `## discover

TASK:discover. Name the files to look at.

### gate

JUDGE:discover. Each changed file is named.

## review

TASK:review. Look for bugs in the file you were given.

### gate

JUDGE:review. Each file has a verdict.

## aggregate

TASK:aggregate. Make one verdict of all.

## triage

Where the verdict leads.

## ship

TASK:ship. Ship it.

## rework

TASK:rework. Mend what was found.

## manual-triage

TASK:manual-triage. Say what is unclear.`;

export const REVIEW_FILES = ["a.ts", "b.ts"];

/** What the models answer; the first review is rejected, and what a unit says tells which round it was. */
export function reviewAnswer(request: ModelRequest): ScriptedAnswer {
  const { bodyText } = request;
  if (isJudgement(request)) {
    const isFirstReview = bodyText.includes("JUDGE:review") && bodyText.includes("round 1");
    return { text: isFirstReview ? rejection("Look closer.") : PASSED };
  }
  const [, task] = /TASK:([a-z-]+)/.exec(bodyText) ?? [];
  switch (task) {
    case "discover":
      return { text: JSON.stringify({ files: REVIEW_FILES }) };
    case "review":
      return { text: JSON.stringify(reviewOf(bodyText)) };
    case "aggregate":
      return { text: '{"verdict":"fail"}' };
    default:
      return { text: `${task} is done` };
  }
}

function reviewOf(bodyText: string): object {
  const file = REVIEW_FILES.find((name) => bodyText.includes(`\\n\\"${name}\\"\\n`)) ?? "?";
  return { file, verdict: bodyText.includes("Look closer.") ? "fail, round 2" : "pass, round 1" };
}
