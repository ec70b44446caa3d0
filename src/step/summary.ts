import type { UnitResult } from "./conclude-step.ts";

const FAILURES_NAMED_MAX = 10;

/** One sentence on how a step's units came out, with the first diagnostic when one failed. */
export function summarizeUnits(results: readonly UnitResult[], problem: string | undefined): string {
  const failures = failuresOf(results);
  const notStarted = results.filter(({ ending }) => ending.status === "not-started").length;
  const executed = results.length - notStarted;
  const counts =
    `Executed ${executed} ${executed === 1 ? "unit" : "units"}: ` +
    `${executed - failures.length} succeeded, ${failures.length} failed` +
    `${notStarted === 0 ? "" : `, ${notStarted} not started`}.`;
  return [counts, ...(problem ? [sentence(problem)] : []), ...failureSentences(failures)].join(" ");
}

type Failure = { unitId: string; failureReason: string; error: string };

function failuresOf(results: readonly UnitResult[]): Failure[] {
  return results.flatMap(({ unitId, ending }) => (ending.status === "failed" ? [{ unitId, ...ending }] : []));
}

function failureSentences(failures: readonly Failure[]): string[] {
  const [first] = failures;
  if (first === undefined) return [];
  const named = failures.slice(0, FAILURES_NAMED_MAX).map((f) => `${f.unitId} (${f.failureReason})`);
  const more = failures.length - named.length;
  return [
    `Failures: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
    `First failure diagnostic (${first.unitId}): ${first.error}`,
  ];
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
