import { expect, test } from "vitest";
import type { Plan } from "../plan/index.ts";
import { type Ceiling, ceilingReached, type Spent } from "./budget.ts";

// shows: schema-589a, schema-589b
test.each<[title: string, budget: Plan["budget"], spent: Partial<Spent>, ceiling: Ceiling | undefined]>([
  ["no budget holds nothing back", undefined, { units: 1e6, inputTokens: 1e9 }, undefined],
  ["a unit is left", { maxUnits: 3 }, { units: 2 }, undefined],
  ["every unit is spent", { maxUnits: 3 }, { units: 3 }, "max_units"],
  ["more than every unit is spent", { maxUnits: 3 }, { units: 4 }, "max_units"],
  ["a token is left", { maxTokens: 10 }, { inputTokens: 4, outputTokens: 5 }, undefined],
  [
    "every token is spent, counted both ways",
    { maxTokens: 10 },
    { inputTokens: 4, outputTokens: 6 },
    "max_tokens",
  ],
  [
    "one ceiling of two is reached",
    { maxUnits: 9, maxTokens: 1 },
    { units: 1, outputTokens: 1 },
    "max_tokens",
  ],
  ["both are reached", { maxUnits: 1, maxTokens: 1 }, { units: 1, outputTokens: 1 }, "max_units"],
])("%s", (_title, budget, spent, ceiling) => {
  expect(ceilingReached(budget, { units: 0, inputTokens: 0, outputTokens: 0, ...spent })).toBe(ceiling);
});
