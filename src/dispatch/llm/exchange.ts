import type { IncomingMessage } from "node:http";
import type { JsonObject } from "../../contract/index.ts";
import { boundedBody, readBounded } from "./bounded-body.ts";
import type { Connections } from "./connections.ts";
import { httpFailure } from "./http-failure.ts";
import type { OptionalField } from "./provider-failure.ts";
import type { Scrub } from "./scrub.ts";
import { untilTold } from "./until-told.ts";

export interface ExchangeOptions {
  connections: Connections;
  url: URL;
  /** Set in place of what the SDK would send; undefined removes a header. */
  headers: Record<string, string | undefined>;
  /** Put into the body as they are, over anything of the same name. */
  extraParams: JsonObject | undefined;
  /** What was put in that the server might refuse. */
  optionalFields: readonly OptionalField[];
  /** The SDK always sends them. */
  leavesStreamOptionsOut: boolean;
  signal: AbortSignal;
  scrub: Scrub;
}

/** Enough of a streamed body to show what it was when it was no stream of an answer. */
const HEAD_CHARS = 1000;

/**
 * One request and its response, between the SDK, which writes the body and reads the answer, and the wire. A stream was
 * asked for; a server that answers in one document all the same has it kept here as `document`.
 */
export class Exchange {
  readonly #options: ExchangeOptions;
  #response: IncomingMessage | undefined;
  #document: string | undefined;
  #head = "";

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  get document(): string | undefined {
    return this.#document;
  }

  /** What the server sent, or the beginning of it. */
  get received(): string {
    return this.#document ?? this.#head;
  }

  /**
   * Stands in for `fetch`. Throws a {@link ProviderFailure} for a response other than 2xx, and {@link AnsweredInOne} for a
   * document in place of a stream; asked again after that, it gives the document without another request.
   */
  async fetch(headers: Headers, body: string): Promise<Response> {
    if (this.#document !== undefined) return jsonResponse(this.#document);
    const { url, scrub, connections, signal, optionalFields } = this.#options;
    const response = await connections.post(url, {
      headers: this.#headers(headers),
      body: this.#body(body),
      signal,
    });
    this.#response = response;
    const status = response.statusCode ?? 0;
    if (status < 200 || status >= 300) throw await httpFailure(response, { url, optionalFields, scrub });
    if (isEventStream(response)) return this.#streamed(response);
    const text = await readBounded(response, url);
    if (looksLikeEvents(text)) return eventResponse(text);
    this.#document = text;
    throw new AnsweredInOne();
  }

  /** Closes the connection of a response that was not read to its end. */
  close(): void {
    if (this.#response?.readableEnded === false) this.#response.destroy();
  }

  #headers(fromSdk: Headers): Record<string, string> {
    const headers: Record<string, string> = { ...Object.fromEntries(fromSdk), "accept-encoding": "identity" };
    for (const [name, value] of Object.entries(this.#options.headers)) {
      if (value === undefined) delete headers[name];
      else headers[name] = value;
    }
    return headers;
  }

  /** Read again only where something has to change, as a prompt can be large. */
  #body(fromSdk: string): string {
    const { extraParams, leavesStreamOptionsOut } = this.#options;
    if (extraParams === undefined && !leavesStreamOptionsOut) return fromSdk;
    const body = JSON.parse(fromSdk) as JsonObject;
    if (leavesStreamOptionsOut) delete body.stream_options;
    return JSON.stringify({ ...body, ...extraParams });
  }

  #streamed(response: IncomingMessage): Response {
    const chunks = this.#withHead(untilTold(boundedBody(response, this.#options.url)));
    return new Response(
      toStream(chunks, () => response.destroy()),
      { headers: { "content-type": "text/event-stream" } },
    );
  }

  async *#withHead(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of chunks) {
      if (this.#head.length < HEAD_CHARS)
        this.#head += Buffer.from(chunk).toString("utf8").slice(0, HEAD_CHARS);
      yield chunk;
    }
  }
}

/** The way out of a reader of streams, when the server sent none. */
export class AnsweredInOne extends Error {
  override readonly name = "AnsweredInOne";
}

function isEventStream({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.toLowerCase().includes("text/event-stream") ?? false;
}

/** Some servers stream under another content type. */
function looksLikeEvents(text: string): boolean {
  return /^(?:data|event|id|retry)?:/.test(text);
}

function jsonResponse(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}

function eventResponse(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

/** Cancelled, it does not wait for a piece that may never come. */
function toStream(
  chunks: AsyncGenerator<Uint8Array, void, void>,
  onCancel: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: onCancel,
  });
}
