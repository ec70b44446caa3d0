import { join } from "node:path";
import { canonicalJson } from "../../../lib/canonical-json.ts";
import { compact } from "../../../lib/compact.ts";
import { isClosedSchema } from "../../llm/closed-schema.ts";
import type { AgentReport } from "../agent-report.ts";
import { asCount, asRecord, asText, type JsonRecord } from "../json-fields.ts";
import type { AgentProgress } from "../progress.ts";
import { statusIn } from "../status-in-text.ts";
import { findNewest } from "./find-newest.ts";
import { RecordReader } from "./record-reader.ts";
import { type Ask, mentions, type Place, type SpawnedPlatform } from "./spawned-platform.ts";

const SANDBOX_OPTIONS = [
  "-s",
  "--sandbox",
  "--full-auto",
  "--dangerously-bypass-approvals-and-sandbox",
  "--yolo",
];

/** OpenAI's Codex: `codex exec --json`, records streamed; the turn ends in `turn.completed` or `turn.failed`. */
export const codex: SpawnedPlatform = {
  program: "codex",
  invoke: (ask) => ({
    args: [
      ...["exec", "--json", "--skip-git-repo-check"],
      ...(mentions(ask.engine.args, ...SANDBOX_OPTIONS) ? [] : ["-s", "workspace-write"]),
      ...(ask.engine.model === undefined ? [] : ["-m", ask.engine.model]),
      ...schemaArguments(ask),
      // The prompt is what stands on stdin.
      "-",
    ],
    stdin: ask.prompt,
  }),
  read: ({ progress }) => {
    let lastProblem: string | undefined;
    return new RecordReader(
      (record, report) => {
        // While it still tries again, it tells of each failure as well.
        if (record.type === "error") lastProblem = asText(record.message);
        else readRecord(record, report, progress);
      },
      (report, { exitCode }) => {
        if (report.error === undefined && exitCode !== 0 && lastProblem !== undefined)
          report.error = errorOf(lastProblem);
      },
    );
  },
  findTranscript,
};

/** Its server takes closed schemas alone and refuses the whole request with any other; then the words of the prompt ask. */
function schemaArguments({ schema, writeFile }: Ask): string[] {
  if (schema?.type !== "object" || !isClosedSchema(schema)) return [];
  return ["--output-schema", writeFile("output-schema.json", canonicalJson(schema))];
}

function readRecord(record: JsonRecord, report: AgentReport, progress: AgentProgress): void {
  switch (record.type) {
    case "thread.started":
      Object.assign(report.usage, compact({ sessionId: asText(record.thread_id) }));
      return;
    case "item.started":
    case "item.completed":
      readItem(record, report, progress);
      return;
    case "turn.completed":
      report.isFinal = true;
      Object.assign(report.usage, tokens(record));
      return;
    case "turn.failed":
      report.isFinal = true;
      report.error = errorOf(asText(asRecord(record.error)?.message) ?? "its turn failed");
      return;
    default:
      return;
  }
}

/** An item of type `error` is a warning, e.g. about a model that it does not know. */
function readItem({ type, item }: JsonRecord, report: AgentReport, progress: AgentProgress): void {
  const { type: kind, text, command } = asRecord(item) ?? {};
  if (kind === "agent_message" && type === "item.completed") {
    Object.assign(report, compact({ text: asText(text) }));
    progress.line(asText(text));
  } else if (kind === "command_execution" && type === "item.started") {
    progress.line(asText(command));
  }
}

/** What it counts as input includes what came from a cache. On a resumed thread these are the thread's own totals. */
function tokens({ usage }: JsonRecord): AgentReport["usage"] {
  const told = asRecord(usage) ?? {};
  return compact({ inputTokens: asCount(told.input_tokens), outputTokens: asCount(told.output_tokens) });
}

function errorOf(message: string): NonNullable<AgentReport["error"]> {
  return compact({ message, status: statusIn(message) });
}

/** `<home>/sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`. */
function findTranscript(sessionId: string, { environment }: Place): string | undefined {
  const { CODEX_HOME: configured, HOME: home } = environment;
  if (configured === undefined && home === undefined) return undefined;
  const sessions = join(configured ?? join(home ?? "", ".codex"), "sessions");
  return findNewest(sessions, 3, `-${sessionId}.jsonl`);
}
