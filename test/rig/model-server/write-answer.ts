import type { ServerResponse } from "node:http";
import { anthropicMessages } from "./anthropic-messages.ts";
import { gemini } from "./gemini.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { modelAskedFor } from "./routes.ts";
import {
  completeAnswer,
  type ModelRequest,
  type Protocol,
  type ProtocolWriter,
  type ScriptedAnswer,
  type ServerSentEvent,
} from "./script.ts";

const WRITERS: Record<Protocol, ProtocolWriter> = {
  "openai-chat": openaiChat,
  "anthropic-messages": anthropicMessages,
  "openai-responses": openaiResponses,
  gemini,
};

/** Writes the answer, or does what the script says instead of answering. */
export async function writeAnswer(
  response: ServerResponse,
  request: ModelRequest,
  answer: ScriptedAnswer,
): Promise<void> {
  await answer.after;
  if (answer.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
  if (answer.hang === "before-headers") return;
  if (answer.cut === "before-headers") return void response.socket?.destroy();
  const { contentType, chunks } = bodyOf(request, answer);
  response.writeHead(answer.status ?? 200, { "content-type": contentType, ...answer.headers });
  response.flushHeaders();
  const breaksOff = answer.hang === "mid-body" || answer.cut === "mid-body";
  for (const chunk of breaksOff ? firstHalf(chunks) : chunks) await write(response, chunk);
  if (answer.hang !== undefined) return;
  if (answer.cut !== undefined) return void response.socket?.destroy();
  response.end();
}

interface Body {
  contentType: string;
  chunks: (string | Uint8Array)[];
}

function bodyOf(request: ModelRequest, answer: ScriptedAnswer): Body {
  if (answer.raw !== undefined) {
    return { contentType: answer.contentType ?? "application/json", chunks: [answer.raw] };
  }
  const complete = completeAnswer(answer, modelAskedFor(request.path, request.body));
  const writer = WRITERS[request.protocol];
  if (answer.plain === true || !request.streamed) {
    return { contentType: "application/json", chunks: [JSON.stringify(writer.plain(request, complete))] };
  }
  const events = writer.events(request, complete).map(serverSentEvent);
  return { contentType: "text/event-stream", chunks: events };
}

function serverSentEvent({ name, data }: ServerSentEvent): string {
  const text = typeof data === "string" ? data : escapeSeparators(JSON.stringify(data));
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`;
}

/** The services escape them too, and a client that takes them for ends of lines relies on it. */
function escapeSeparators(json: string): string {
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Half of the pieces, or of the only one. */
function firstHalf(chunks: (string | Uint8Array)[]): (string | Uint8Array)[] {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return [only.slice(0, Math.ceil(only.length / 2))];
  return chunks.slice(0, Math.ceil(chunks.length / 2));
}

/** Resolves when the piece has left for the socket, so that a cut after it cuts nothing before it. */
function write(response: ServerResponse, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write(chunk, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}
