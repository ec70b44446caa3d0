import type { OpencodeClient, Part } from "@opencode-ai/sdk/v2/client";
import type { AgentReport } from "../agent-report.ts";
import { addOpencodeUsage, opencodeError } from "../opencode-fields.ts";
import type { AgentAttempt } from "../platform.ts";
import { followEvents } from "./follow-events.ts";
import { LENT_PROVIDER } from "./server-environment.ts";

const ABORT_MS = 2000;

/** One session with one prompt; all that is told goes into the report. Rejects when the server cannot be asked, or the signal aborts. */
export async function promptSession(
  client: OpencodeClient,
  attempt: AgentAttempt,
  report: AgentReport,
  signal: AbortSignal,
): Promise<void> {
  const options = { signal, throwOnError: true } as const;
  const { data: session } = await client.session.create({}, options);
  report.usage.sessionId = session.id;
  const over = new AbortController();
  const following = followEvents(client, session.id, attempt, over.signal);
  try {
    const { data: answer } = await client.session.prompt(
      { sessionID: session.id, parts: [{ type: "text", text: attempt.prompt }], ...modelOf(attempt) },
      options,
    );
    readAnswer(answer, report);
    const { data: messages } = await client.session.messages({ sessionID: session.id }, options);
    for (const part of messages.flatMap(({ parts }) => parts))
      if (part.type === "step-finish") addOpencodeUsage(report.usage, { ...part });
  } catch (error) {
    if (signal.aborted) await abort(client, session.id);
    throw error;
  } finally {
    over.abort();
    await following;
  }
}

type Answer = Awaited<ReturnType<OpencodeClient["session"]["prompt"]>>["data"];

function readAnswer(answer: NonNullable<Answer>, report: AgentReport): void {
  const { info, parts } = answer;
  report.usage.model = info.modelID;
  const text = parts.findLast((part) => isText(part));
  if (text?.type === "text") report.text = text.text;
  if (info.error !== undefined) report.error = opencodeError(info.error);
  report.isFinal = true;
}

function isText(part: Part): boolean {
  return part.type === "text" && part.ignored !== true;
}

/** `provider/model`, or the model of the server that the engine lends. Absent: opencode's own choice. */
function modelOf({ engine: { model, llmEngine } }: AgentAttempt): {
  model?: { providerID: string; modelID: string };
} {
  if (llmEngine !== undefined)
    return { model: { providerID: LENT_PROVIDER, modelID: model ?? llmEngine.model } };
  if (model === undefined) return {};
  const slash = model.indexOf("/");
  return { model: { providerID: model.slice(0, Math.max(slash, 0)), modelID: model.slice(slash + 1) } };
}

/** The server goes on by itself otherwise. */
async function abort(client: OpencodeClient, sessionID: string): Promise<void> {
  try {
    await client.session.abort({ sessionID }, { signal: AbortSignal.timeout(ABORT_MS) });
  } catch {
    // It is gone, or too busy to hear.
  }
}
