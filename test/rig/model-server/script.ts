/** What a scripted model does with one request. Everything left out is the plain case: the text "ok", streamed, at once. */
export interface ScriptedAnswer {
  /** The final text; "" is an empty answer, null an answer without content. */
  text?: string | null;
  /** Thoughts sent beside the text, where the protocol has a place for them. */
  reasoning?: string;
  /** The model declines, in these words. */
  refusal?: string;
  /** Why the model stopped; in the protocol's own word for it. */
  finish?: "stop" | "length" | "tool-call";
  /** Let the client call this tool instead of, or after, the text. */
  toolCall?: { name: string; arguments: Record<string, unknown> };
  /** Null: the server states no usage. 11 and 7 unless told. */
  usage?: { inputTokens: number; outputTokens: number } | null;
  /** The model's name as answered; the one asked for unless told. */
  model?: string;
  /** The streamed pieces of the text, one after the other; their sum is the text. */
  pieces?: string[];
  /** One JSON document, though a stream was asked for. */
  plain?: boolean;

  status?: number;
  headers?: Record<string, string>;
  /** The whole body as it is, for errors and nonsense. */
  raw?: string | Uint8Array;
  /** Of a raw body; `application/json` unless told. */
  contentType?: string;

  /** Nothing is sent before this settles. */
  after?: Promise<unknown>;
  /** Waits so long before the first byte. */
  delayMs?: number;
  /** The server never says another word: at once, in the middle of the body, or in place of its end. */
  hang?: "before-headers" | "mid-body" | "after-body";
  /** The server breaks the connection: at once, in the middle of the body, or in place of its end. */
  cut?: "before-headers" | "mid-body" | "after-body";
}

export type Protocol = "openai-chat" | "anthropic-messages" | "openai-responses" | "gemini";

/** A request for a model's answer, as it reached the server. */
export interface ModelRequest {
  protocol: Protocol;
  /** Counted from 0 over the server's life. */
  index: number;
  /** The client's port: the same for requests over one connection. */
  clientPort: number | undefined;
  /** `performance.now()` when its body was complete. */
  at: number;
  method: string;
  /** Path and query. */
  path: string;
  /** Whatever carried the key: `authorization`, `x-api-key`, `x-goog-api-key` or a `key` in the query. */
  auth: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  /** The body's own text, and as JSON; an empty object where it is none. */
  bodyText: string;
  body: Record<string, unknown>;
  /** Whether the client asked for a stream. */
  streamed: boolean;
  /** Settles when the exchange is over: written to its end, or the connection closed (by either side) before that. */
  ended: Promise<"answered" | "closed-early">;
}

/** Answers by order, the last one again and again; or one answer for each request. */
export type Script = ScriptedAnswer[] | ((request: ModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** How one protocol writes an answer. */
export interface ProtocolWriter {
  /** The whole answer as one JSON document. */
  plain(request: ModelRequest, answer: CompleteAnswer): unknown;
  /** The answer as server-sent events, in order. */
  events(request: ModelRequest, answer: CompleteAnswer): ServerSentEvent[];
}

export interface ServerSentEvent {
  name?: string;
  data: unknown;
}

/** A scripted answer with the plain case filled in. */
export interface CompleteAnswer extends ScriptedAnswer {
  text: string | null;
  pieces: string[];
  usage: { inputTokens: number; outputTokens: number } | null;
  model: string;
  finish: "stop" | "length" | "tool-call";
}

export function completeAnswer(answer: ScriptedAnswer, modelAskedFor: string): CompleteAnswer {
  const text = answer.text === undefined ? (answer.pieces?.join("") ?? plainText(answer)) : answer.text;
  return {
    ...answer,
    text,
    pieces: answer.pieces ?? (text === null || text === "" ? [] : [text]),
    usage: answer.usage === undefined ? { inputTokens: 11, outputTokens: 7 } : answer.usage,
    model: answer.model ?? modelAskedFor,
    finish: answer.finish ?? (answer.toolCall === undefined ? "stop" : "tool-call"),
  };
}

/** A refusal and a call of a tool stand alone unless a text is given with them. */
function plainText({ refusal, toolCall }: ScriptedAnswer): string | null {
  return refusal === undefined && toolCall === undefined ? "ok" : null;
}
