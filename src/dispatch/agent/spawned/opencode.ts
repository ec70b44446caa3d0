import { compact } from "../../../lib/compact.ts";
import type { AgentReport } from "../agent-report.ts";
import { asRecord, asText, type JsonRecord } from "../json-fields.ts";
import { addOpencodeUsage, opencodeError } from "../opencode-fields.ts";
import { findOpencodeDatabase } from "../opencode-transcript.ts";
import type { AgentProgress } from "../progress.ts";
import { RecordReader } from "./record-reader.ts";
import type { SpawnedPlatform } from "./spawned-platform.ts";

/** opencode: `opencode run --format json`, records streamed; the last step ends for another reason than a tool call. */
export const opencode: SpawnedPlatform = {
  program: "opencode",
  invoke: ({ engine: { model }, prompt }) => ({
    args: ["run", "--format", "json", ...(model === undefined ? [] : ["-m", model])],
    stdin: prompt,
  }),
  read: ({ progress }) => new RecordReader((record, report) => readRecord(record, report, progress)),
  findTranscript: (_sessionId, { environment }) => findOpencodeDatabase(environment),
};

function readRecord(record: JsonRecord, report: AgentReport, progress: AgentProgress): void {
  const part = asRecord(record.part) ?? {};
  Object.assign(report.usage, compact({ sessionId: asText(record.sessionID) }));
  switch (record.type) {
    case "step_start":
      report.isFinal = false;
      return;
    case "text":
      Object.assign(report, compact({ text: asText(part.text) }));
      progress.line(asText(part.text));
      return;
    case "tool_use":
      progress.tool(asText(part.tool), asRecord(asRecord(part.state)?.input));
      return;
    case "step_finish":
      addOpencodeUsage(report.usage, part);
      report.isFinal = part.reason !== "tool-calls";
      return;
    case "error":
      report.error = opencodeError(record.error);
      return;
    default:
      return;
  }
}
