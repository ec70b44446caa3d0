import type { AgentReport } from "../agent-report.ts";
import { asAmount, asRecord, asText, type JsonRecord } from "../json-fields.ts";
import type { AgentProgress } from "../progress.ts";

/**
 * One `session/update`. The final text is what the agent says after its last tool call, so that a remark on the way is no part
 * of the answer.
 */
export function readUpdate(
  update: JsonRecord | undefined,
  report: AgentReport,
  progress: AgentProgress,
): void {
  switch (update?.sessionUpdate) {
    case "agent_message_chunk":
      readChunk(update, report, progress);
      return;
    case "agent_thought_chunk":
      progress.piece(textOf(update));
      return;
    case "tool_call":
      delete report.text;
      progress.tool(asText(update.title), asRecord(update.rawInput));
      return;
    case "usage_update":
      readCost(update, report);
      return;
    default:
      return;
  }
}

function readChunk(update: JsonRecord, report: AgentReport, progress: AgentProgress): void {
  const text = textOf(update);
  report.text = (report.text ?? "") + text;
  progress.piece(text);
}

function textOf({ content }: JsonRecord): string {
  const { type, text } = asRecord(content) ?? {};
  return type === "text" ? (asText(text) ?? "") : "";
}

/** What the whole session has cost so far. */
function readCost({ cost }: JsonRecord, { usage }: AgentReport): void {
  const { amount, currency } = asRecord(cost) ?? {};
  const costUsd = currency === "USD" ? asAmount(amount) : undefined;
  if (costUsd !== undefined) usage.costUsd = costUsd;
}
