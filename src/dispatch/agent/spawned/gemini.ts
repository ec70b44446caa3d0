import { join } from "node:path";
import { compact } from "../../../lib/compact.ts";
import { findStructuredAnswer } from "../../../lib/structured-output/index.ts";
import type { AgentError, AgentReport } from "../agent-report.ts";
import { asCount, asRecord, asText, type JsonRecord, parseRecord, sumKnown } from "../json-fields.ts";
import { statusIn } from "../status-in-text.ts";
import { DocumentReader } from "./document-reader.ts";
import { findNewest } from "./find-newest.ts";
import { mentions, type Place, type SpawnedPlatform } from "./spawned-platform.ts";

/** Its transcripts are named after this much of a session's id. */
const SESSION_CHARS = 8;

/** Google's Gemini CLI: one JSON document on stdout at the end, on stderr when it fails. */
export const gemini: SpawnedPlatform = {
  program: "gemini",
  invoke: ({ engine: { args, model }, prompt }) => ({
    args: [
      ...["--output-format", "json"],
      ...(mentions(args, "--approval-mode", "--yolo", "-y") ? [] : ["--approval-mode", "auto_edit"]),
      ...(model === undefined ? [] : ["-m", model]),
    ],
    stdin: prompt,
  }),
  read: () =>
    new DocumentReader(
      (text, report, { exitCode, stderr }) => {
        const document = parseRecord(text);
        if (document !== undefined) readDocument(document, report);
        if (exitCode !== 0) Object.assign(report, compact({ error: report.error ?? errorIn(stderr) }));
      },
      (text) => parseRecord(text) !== undefined,
    ),
  findTranscript,
};

function readDocument({ response, session_id, stats, error }: JsonRecord, report: AgentReport): void {
  Object.assign(report, compact({ text: asText(response) }));
  Object.assign(report.usage, compact({ sessionId: asText(session_id), ...usageOf(stats) }));
  if ((error ?? null) !== null) report.error = errorOf(error);
}

interface GeminiUsage {
  model: string | undefined;
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/** Over every model that it asked; the first one named is the one that did the work. */
function usageOf(stats: unknown): GeminiUsage {
  const models = asRecord(asRecord(stats)?.models) ?? {};
  const tokens = Object.values(models).map((model) => asRecord(asRecord(model)?.tokens) ?? {});
  return {
    model: Object.keys(models)[0],
    inputTokens: sumKnown(...tokens.map(({ prompt }) => asCount(prompt))),
    outputTokens: sumKnown(
      ...tokens.flatMap(({ candidates, thoughts }) => [asCount(candidates), asCount(thoughts)]),
    ),
  };
}

function errorOf(error: unknown): AgentError {
  const { message, type, code } = asRecord(error) ?? {};
  const told = asText(message) || asText(type) || "it reported an error without a message";
  return compact({ message: told, status: statusIn(told) ?? statusOf(code) });
}

/** Its codes are HTTP statuses or exit statuses, as the case may be. */
function statusOf(code: unknown): number | undefined {
  const status = asCount(code);
  return status !== undefined && status >= 400 && status < 600 ? status : undefined;
}

/** Stack traces stand around the document there. */
function errorIn(stderr: string): AgentError | undefined {
  const found = findStructuredAnswer(stderr);
  const error = found.ok ? asRecord(found.value)?.error : undefined;
  if (error === undefined) return undefined;
  return compact({ ...errorOf(error), status: errorOf(error).status ?? statusIn(stderr) });
}

/** `<home>/.gemini/tmp/<project>/chats/session-<time>-<start of the id>.jsonl`. */
function findTranscript(sessionId: string, { environment: { HOME: home } }: Place): string | undefined {
  if (home === undefined) return undefined;
  const start = sessionId.slice(0, SESSION_CHARS);
  const projects = join(home, ".gemini", "tmp");
  return findNewestChat(projects, `-${start}.jsonl`) ?? findNewestChat(projects, `-${start}.json`);
}

function findNewestChat(projects: string, end: string): string | undefined {
  return findNewest(projects, 2, end);
}
