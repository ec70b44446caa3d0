import { join } from "node:path";
import { AGENT_ARGUMENT_BYTES_MAX, type JsonObject } from "../../../contract/index.ts";
import { canonicalJson } from "../../../lib/canonical-json.ts";
import { compact } from "../../../lib/compact.ts";
import { parseStrictJson } from "../../../lib/strict-json.ts";
import { tryStat } from "../../process/try-stat.ts";
import type { AgentReport } from "../agent-report.ts";
import { asAmount, asCount, asRecord, asText, type JsonRecord, sumKnown } from "../json-fields.ts";
import type { AgentProgress } from "../progress.ts";
import { findNewest } from "./find-newest.ts";
import { RecordReader } from "./record-reader.ts";
import { mentions, type Place, type SpawnedPlatform } from "./spawned-platform.ts";

/** Claude Code: `claude -p`, records streamed, the last one of type `result`. */
export const claude: SpawnedPlatform = {
  program: "claude",
  invoke: ({ engine: { args, model }, prompt, schema }) => ({
    args: [
      ...["-p", "--output-format", "stream-json", "--verbose"],
      ...(asksForPermissions(args) ? [] : ["--permission-mode", "acceptEdits"]),
      ...(model === undefined ? [] : ["--model", model]),
      ...schemaArguments(schema),
    ],
    stdin: prompt,
  }),
  read: ({ schema, progress }) =>
    new RecordReader((record, report, line) => {
      switch (record.type) {
        case "system":
          readStart(record, report);
          return;
        case "assistant":
          showMessage(record, progress);
          return;
        case "result":
          readResult(record, report, schema === undefined ? undefined : line);
          return;
        default:
          return;
      }
    }),
  findTranscript,
};

function asksForPermissions(args: readonly string[]): boolean {
  return mentions(args, "--permission-mode", "--dangerously-skip-permissions");
}

/** It takes the schemas of objects alone; for any other the words of the prompt ask. */
function schemaArguments(schema: JsonObject | undefined): string[] {
  if (schema?.type !== "object") return [];
  const text = canonicalJson(schema);
  return Buffer.byteLength(text) > AGENT_ARGUMENT_BYTES_MAX ? [] : ["--json-schema", text];
}

function readStart({ subtype, session_id, model }: JsonRecord, { usage }: AgentReport): void {
  if (subtype !== "init") return;
  Object.assign(usage, compact({ sessionId: asText(session_id), model: asText(model) }));
}

function showMessage({ message }: JsonRecord, progress: AgentProgress): void {
  const content = asRecord(message)?.content;
  for (const part of Array.isArray(content) ? content.map(asRecord) : []) {
    if (part?.type === "text") progress.line(asText(part.text));
    if (part?.type === "tool_use") progress.tool(asText(part.name), asRecord(part.input));
  }
}

/** `line` is given where a structured value is wanted: it is read from the text itself, strictly. */
function readResult(record: JsonRecord, report: AgentReport, line: string | undefined): void {
  const { is_error, subtype, result, session_id } = record;
  report.isFinal = true;
  Object.assign(report, compact({ text: asText(result) }));
  Object.assign(
    report.usage,
    compact({ sessionId: asText(session_id), ...tokens(record), costUsd: cost(record) }),
  );
  if (is_error === true || subtype !== "success") report.error = errorOf(record);
  if (line !== undefined && (record.structured_output ?? null) !== null)
    report.structured = readStructured(line);
  warnOfDenials(record, report);
}

function readStructured(line: string): NonNullable<AgentReport["structured"]> {
  const parsed = parseStrictJson(line);
  if (!parsed.ok) return { ok: false, message: parsed.message };
  return { ok: true, value: (parsed.value as JsonObject).structured_output ?? null };
}

function errorOf({
  result,
  subtype,
  errors,
  api_error_status,
}: JsonRecord): NonNullable<AgentReport["error"]> {
  const told = asText(result) ?? (Array.isArray(errors) ? errors.map(asText).find(Boolean) : undefined);
  return compact({
    message: told || `it ended with ${asText(subtype) ?? "an error"}`,
    status: asCount(api_error_status),
  });
}

/** All input counts, read from a cache or not. */
function tokens({ usage }: JsonRecord): {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
} {
  const told = asRecord(usage) ?? {};
  return {
    inputTokens: sumKnown(
      asCount(told.input_tokens),
      asCount(told.cache_read_input_tokens),
      asCount(told.cache_creation_input_tokens),
    ),
    outputTokens: asCount(told.output_tokens),
  };
}

/** It prices a model that it does not know by another's price, and says so; that is no cost. */
function cost({ total_cost_usd, modelUsage }: JsonRecord): number | undefined {
  const models = Object.values(asRecord(modelUsage) ?? {}).map(asRecord);
  return models.some((model) => model?.costBasis === "unknown") ? undefined : asAmount(total_cost_usd);
}

function warnOfDenials({ permission_denials }: JsonRecord, report: AgentReport): void {
  if (!Array.isArray(permission_denials) || permission_denials.length === 0) return;
  const names = permission_denials.map((denial) => asText(asRecord(denial)?.tool_name) ?? "a tool");
  report.warnings.push(
    `it was not allowed ${[...new Set(names)].join(", ")}; allow more with the engine's \`args\``,
  );
}

/** `<config>/projects/<the directory, what is no letter or digit being a hyphen>/<session>.jsonl`. */
function findTranscript(sessionId: string, { environment, directory }: Place): string | undefined {
  const { CLAUDE_CONFIG_DIR: configured, HOME: home } = environment;
  if (configured === undefined && home === undefined) return undefined;
  const projects = join(configured ?? join(home ?? "", ".claude"), "projects");
  const usual = join(projects, directory.replaceAll(/[^a-zA-Z0-9]/g, "-"), `${sessionId}.jsonl`);
  return tryStat(usual) === undefined ? findNewest(projects, 1, `${sessionId}.jsonl`) : usual;
}
