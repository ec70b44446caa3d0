import fc from "fast-check";
import type { FailureReason, Json, JsonObject, OnError } from "../../src/contract/index.ts";
import type { Plan, PlanStep, PlanUnit } from "../../src/plan/index.ts";
import type { DispatchRequest } from "../../src/ports/index.ts";
import type { AttemptOutcome } from "../../src/run/index.ts";
import { commandTarget, judgedGate, mapStep, planOf, routeStep, unitStep } from "./build-plan.ts";
import { completed, failed, type Script } from "./scripted-dispatcher.ts";
import { isJudgement, PASSED, rejected } from "./verdicts.ts";

/** A small workflow together with how each of its attempts comes out. */
export interface ArbitraryRun {
  plan: Plan;
  params: JsonObject;
  script: Script;
  turnsOf(request: DispatchRequest): number;
}

interface StepDraft {
  kind: "unit" | "map" | "route";
  onError: OnError;
  retries: number;
  concurrency: number;
  overEarlier: boolean;
  /** Loops of a judged gate; the step then asks a model. */
  loops: number | undefined;
}

type Ending = { result: Json } | { nothing: true } | { failureReason: FailureReason };

/** What a judge says, or that it cannot; of a verdict that is none it is told once. */
const verdicts = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ result: { ...PASSED } }) },
  { weight: 3, arbitrary: fc.constantFrom("a", "b").map((feedback) => ({ result: rejected(feedback) })) },
  { weight: 1, arbitrary: fc.constant({ result: { complete: "no verdict" } }) },
  { weight: 1, arbitrary: fc.constant({ failureReason: "llm_error" as const }) },
);

const drafts: fc.Arbitrary<StepDraft[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("unit", "map", "map", "route"),
    onError: fc.constantFrom("fail", "continue"),
    retries: fc.nat({ max: 2 }),
    concurrency: fc.integer({ min: 1, max: 3 }),
    overEarlier: fc.boolean(),
    loops: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 4 },
);

const endings = fc.oneof(
  { weight: 6, arbitrary: fc.record({ result: fc.constantFrom<Json>("text", ["list", null], { k: 1 }, 0) }) },
  { weight: 1, arbitrary: fc.constant({ nothing: true as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      failureReason: fc.constantFrom<FailureReason>("non_zero_exit", "timeout", "parse_error"),
    }),
  },
);

/**
 * Runs whose end does not hang on timing, so that any two ways through them may be compared: a step that fails fast, or a run
 * with a budget, sends its units out one by one. `retries: false`: a unit fails at its first try or never.
 */
export function arbitraryRun({ retries }: { retries: boolean }): fc.Arbitrary<ArbitraryRun> {
  return fc
    .record({
      drafts,
      items: fc.array(fc.constantFrom<Json>("a", "b", 1, { k: [] }), { maxLength: 4 }),
      mode: fc.constantFrom("next", "other"),
      maxUnits: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined, freq: 4 }),
      verdictOf: fc.func<[unitId: string, attempt: number], Ending>(verdicts),
      endingOf: fc.func<[unitId: string, attempt: number], Ending>(endings),
      turnsOf: fc.func<[unitId: string, attempt: number], number>(fc.integer({ min: 1, max: 4 })),
    })
    .map(({ drafts: drafted, items, mode, maxUnits, endingOf, verdictOf, turnsOf }) => ({
      plan: planOf(
        drafted.map((draft, index) =>
          stepOf(drafted, { ...draft, retries: retries ? draft.retries : 0 }, index, maxUnits),
        ),
        maxUnits === undefined ? {} : { budget: { maxUnits } },
      ),
      params: { items, mode },
      script: (request) => {
        const attempt = retries ? request.attempt : 1;
        return isJudgement(request)
          ? verdictOutcome(verdictOf(request.unitId, attempt))
          : outcomeOf(endingOf(request.unitId, attempt), request);
      },
      turnsOf: ({ unitId, attempt }) => turnsOf(unitId, attempt),
    }));
}

function stepOf(all: StepDraft[], draft: StepDraft, index: number, maxUnits: number | undefined): PlanStep {
  const id = `s${index}`;
  const earlier = all.slice(0, index).map((_, position) => `steps.s${position}.output`);
  const unit: Partial<PlanUnit> = {
    onError: draft.onError,
    ...(draft.retries === 0 ? {} : { retry: { max: draft.retries, on: ["non_zero_exit"] } }),
    ...(draft.loops === undefined ? {} : { target: commandTarget() }),
  };
  const gated = draft.loops === undefined ? {} : { gate: judgedGate({ maxLoops: draft.loops }) };
  if (draft.kind === "route" && index < all.length - 1)
    return routeStep(id, "params.mode", { next: `s${index + 1}` }, `s${all.length - 1}`);
  if (draft.kind !== "map") return unitStep(id, { inputs: earlier, ...gated }, unit);
  const lists = all
    .slice(0, index)
    .flatMap(({ kind }, position) => (kind === "map" ? [`steps.s${position}.output`] : []));
  const concurrency = draft.onError === "fail" || maxUnits !== undefined ? 1 : draft.concurrency;
  const over = (draft.overEarlier ? lists.at(-1) : undefined) ?? "params.items";
  return mapStep(id, { inputs: earlier, concurrency, over, ...gated }, unit);
}

/** A result that carries what the unit was asked with, so that any difference in it shows. */
function outcomeOf(ending: Ending, { context }: DispatchRequest): AttemptOutcome {
  if ("failureReason" in ending) return failed(ending.failureReason);
  if ("nothing" in ending) return completed();
  const { inputs = "none", item, feedback = null } = context;
  return completed({
    result: ending.result,
    inputs,
    item: item?.json ?? null,
    feedback: feedback && { ...feedback },
  });
}

function verdictOutcome(ending: Ending): AttemptOutcome {
  return "result" in ending ? completed(ending.result) : failed("llm_error", "The judge is away.");
}
