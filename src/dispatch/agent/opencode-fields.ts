import { compact } from "../../lib/compact.ts";
import type { AttemptUsage } from "../../run/index.ts";
import type { AgentError } from "./agent-report.ts";
import { asAmount, asCount, asRecord, asText, type JsonRecord, sumKnown } from "./json-fields.ts";

/**
 * Adds what one step used, `{tokens, cost}` as opencode tells it. Its input leaves out what came from a cache, and its output
 * may leave out thoughts; here both count. A price it does not know it tells as 0, so a step with tokens at no cost has an
 * unknown one.
 */
export function addOpencodeUsage(usage: AttemptUsage, { tokens, cost }: JsonRecord): void {
  const told = asRecord(tokens) ?? {};
  const cache = asRecord(told.cache) ?? {};
  const inputTokens = sumKnown(asCount(told.input), asCount(cache.read), asCount(cache.write));
  const outputTokens = outputOf(told, inputTokens);
  Object.assign(
    usage,
    compact({
      inputTokens: sumKnown(usage.inputTokens, inputTokens),
      outputTokens: sumKnown(usage.outputTokens, outputTokens),
      costUsd: sumKnown(usage.costUsd, asAmount(cost) || undefined),
    }),
  );
}

/** With a total, the rest of it; that holds whether its output includes thoughts or not. */
function outputOf(told: JsonRecord, inputTokens: number | undefined): number | undefined {
  const total = asCount(told.total);
  const rest = total === undefined || inputTokens === undefined ? undefined : asCount(total - inputTokens);
  return rest ?? sumKnown(asCount(told.output), asCount(told.reasoning));
}

/** `{name, data: {message, statusCode}}`. */
export function opencodeError(error: unknown): AgentError {
  const { name, data } = asRecord(error) ?? {};
  const { message, statusCode } = asRecord(data) ?? {};
  const told = asText(message) || asText(name) || "it reported an error without a message";
  return compact({ message: told, status: asCount(statusCode) });
}
