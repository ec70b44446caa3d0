import { describe, expect, test } from "vitest";
import { planOf, routeStep, unitStep } from "../../test/rig/build-plan.ts";
import { runState } from "../../test/rig/build-records.ts";
import type { RunStatus } from "../contract/index.ts";
import { nextAction } from "./next-action.ts";

const chain = planOf([unitStep("a"), unitStep("b"), unitStep("c")]);

type Steps = Parameters<typeof runState>[1];

/** What is done next, as `drive b` or `skip b: why`. */
function next(plan: typeof chain, steps: Steps, status: RunStatus = "active"): string {
  const action = nextAction(runState(plan, steps, { status }));
  switch (action.kind) {
    case "drive-step":
      return `drive ${action.position.planned.id}`;
    case "skip-step":
      return `skip ${action.position.planned.id}: ${action.notes}`;
    case "nothing":
      return "nothing";
  }
}

describe("the next action", () => {
  test.each<[title: string, steps: Steps, action: string]>([
    ["a new run begins with its first step", {}, "drive a"],
    ["a step that was begun is gone on with", { a: "active" }, "drive a"],
    ["a completed step is behind", { a: "completed", b: "active" }, "drive b"],
    ["a skipped step is behind", { a: "completed", b: "skipped" }, "drive c"],
    ["after the last step there is nothing", { a: "completed", b: "completed", c: "skipped" }, "nothing"],
  ])("%s", (_title, steps, action) => {
    expect(next(chain, steps)).toBe(action);
  });

  test.each<RunStatus>(["completed", "failed", "blocked"])("a run that is %s has none", (status) => {
    expect(next(chain, {}, status)).toBe("nothing");
  });
});

describe("a step that a route names", () => {
  const plan = planOf([
    routeStep("pick", "params.mode", { x: "a", y: "b" }, "rest"),
    unitStep("a"),
    unitStep("b"),
    unitStep("rest"),
    unitStep("last"),
  ]);
  const picked = { status: "completed", selectedStepId: "b" } as const;

  test("runs when the route selected it", () => {
    expect(next(plan, { pick: picked, a: "skipped" })).toBe("drive b");
  });

  test.each<[title: string, steps: Steps, action: string]>([
    ["as a branch", { pick: picked }, "skip a: Skipped: route pick selected b."],
    [
      "as the default",
      { pick: picked, a: "skipped", b: "completed" },
      "skip rest: Skipped: route pick selected b.",
    ],
  ])("is skipped when another was selected: %s", (_title, steps, action) => {
    expect(next(plan, steps)).toBe(action);
  });

  test("leaves steps that no route names alone", () => {
    expect(next(plan, { pick: picked, a: "skipped", b: "completed", rest: "skipped" })).toBe("drive last");
  });
});

describe("a step that several routes name", () => {
  const plan = planOf([
    routeStep("one", "params.x", { x: "shared" }, "other"),
    routeStep("two", "params.y", { y: "shared" }, "other"),
    unitStep("shared"),
    unitStep("other"),
  ]);
  const selecting = (selectedStepId: string) => ({ status: "completed", selectedStepId }) as const;

  test.each([
    ["shared", "other"],
    ["other", "shared"],
    ["shared", "shared"],
  ])("runs when any of them selected it: %s, %s", (one, two) => {
    expect(next(plan, { one: selecting(one), two: selecting(two) })).toBe("drive shared");
  });

  test("is skipped when none did, and each is named", () => {
    expect(next(plan, { one: selecting("other"), two: selecting("other") })).toBe(
      "skip shared: Skipped: route one selected other; route two selected other.",
    );
  });
});

describe("a route that is skipped", () => {
  const plan = planOf([
    routeStep("outer", "params.x", { in: "inner", out: "end" }),
    routeStep("inner", "params.y", { y: "leaf" }, "end"),
    unitStep("leaf"),
    unitStep("end"),
  ]);
  const outer = { status: "completed", selectedStepId: "end" } as const;

  // shows: schema-563b
  test("skips what it would have chosen from", () => {
    expect(next(plan, { outer })).toBe("skip inner: Skipped: route outer selected end.");
    expect(next(plan, { outer, inner: "skipped" })).toBe(
      "skip leaf: Skipped: route inner was skipped and selected nothing.",
    );
  });

  test("does not keep a step from running that another route selected", () => {
    expect(next(plan, { outer, inner: "skipped", leaf: "skipped" })).toBe("drive end");
  });
});
