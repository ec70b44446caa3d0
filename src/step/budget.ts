import type { Plan } from "../plan/index.ts";

export interface Spent {
  units: number;
  inputTokens: number;
  outputTokens: number;
}

export type Ceiling = "max_units" | "max_tokens";

/** The ceiling that forbids sending out one more attempt, if any (decision R4). */
export function ceilingReached(budget: Plan["budget"], spent: Spent): Ceiling | undefined {
  if (budget?.maxUnits !== undefined && spent.units >= budget.maxUnits) return "max_units";
  if (budget?.maxTokens !== undefined && spent.inputTokens + spent.outputTokens >= budget.maxTokens)
    return "max_tokens";
  return undefined;
}
