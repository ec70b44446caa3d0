import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { asksForStream, authOf, protocolOf, sideAnswer } from "./model-server/routes.ts";
import type { ModelRequest, Protocol, Script, ScriptedAnswer } from "./model-server/script.ts";
import { writeAnswer } from "./model-server/write-answer.ts";

export type { ModelRequest, Protocol, Script, ScriptedAnswer } from "./model-server/script.ts";

/** Where each protocol's clients want to be pointed: a full endpoint, or a base they add the path to. */
export interface ModelServerUrls {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** For `kind: llm`: `…/v1/chat/completions`. */
  chatCompletions: string;
  /** For `kind: llm` with `provider: anthropic`: `…/v1/messages`. */
  messages: string;
  /** A base URL that ends in `/v1`. */
  v1: string;
}

/** A scripted model on a loopback port: every protocol our engines and agents speak, each request logged. */
export class ModelServer {
  readonly #server: Server;
  readonly #script: Script;
  readonly #waiting: { count: number; resolve: () => void }[] = [];
  #port = 0;
  #busy = 0;
  #peak = 0;
  /** Requests for answers, in the order their bodies were complete. */
  readonly requests: ModelRequest[] = [];
  /** Anything else that was asked, as `METHOD path`. */
  readonly otherRequests: string[] = [];

  constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Stays known when nobody listens there any more. */
  get port(): number {
    return this.#port;
  }

  get urls(): ModelServerUrls {
    const origin = `http://127.0.0.1:${this.port}`;
    const v1 = `${origin}/v1`;
    return { origin, v1, chatCompletions: `${v1}/chat/completions`, messages: `${v1}/messages` };
  }

  /** The most requests that were ever being answered at once. */
  get peak(): number {
    return this.#peak;
  }

  /** Resolves when so many requests have come in, over the server's life. */
  async received(count: number): Promise<void> {
    if (this.requests.length >= count) return;
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  /** Breaks whatever is still open. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (!this.#server.listening) return;
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const bodyText = await readBody(incoming);
    if (bodyText === undefined) return;
    const path = incoming.url ?? "/";
    const protocol = protocolOf(path);
    if (protocol === undefined || incoming.method !== "POST") return this.#serveOther(incoming, response);
    this.#busy += 1;
    this.#peak = Math.max(this.#peak, this.#busy);
    const request = this.#log(incoming, protocol, bodyText, this.#endOf(response));
    await writeAnswer(response, request, await this.#answerFor(request));
  }

  #serveOther({ method = "GET", url = "/" }: IncomingMessage, response: ServerResponse): void {
    this.otherRequests.push(`${method} ${url}`);
    const answer = sideAnswer(method, url);
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: { message: `nothing at ${method} ${url}` } }));
  }

  #endOf(response: ServerResponse): ModelRequest["ended"] {
    return new Promise((resolve) => {
      response.once("close", () => {
        this.#busy -= 1;
        resolve(response.writableFinished ? "answered" : "closed-early");
      });
    });
  }

  #log(
    incoming: IncomingMessage,
    protocol: Protocol,
    bodyText: string,
    ended: ModelRequest["ended"],
  ): ModelRequest {
    const path = incoming.url ?? "/";
    const body = parseObject(bodyText);
    const request: ModelRequest = {
      protocol,
      index: this.requests.length,
      clientPort: incoming.socket.remotePort,
      at: performance.now(),
      method: incoming.method ?? "POST",
      path,
      auth: authOf(incoming),
      headers: incoming.headers,
      bodyText,
      body,
      streamed: asksForStream(protocol, path, body),
      ended,
    };
    this.requests.push(request);
    for (const waiter of this.#waiting) if (this.requests.length >= waiter.count) waiter.resolve();
    return request;
  }

  async #answerFor(request: ModelRequest): Promise<ScriptedAnswer> {
    if (typeof this.#script === "function") return await this.#script(request);
    return this.#script[Math.min(request.index, this.#script.length - 1)] ?? {};
  }
}

/** Listens on a free port of 127.0.0.1. Answers by order (the last one repeats) or by a function of the request. */
export async function startModelServer(script: Script = [{}]): Promise<ModelServer> {
  const server = new ModelServer(script);
  await server.listen();
  return server;
}

/** Undefined when the client went away in the middle of it. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
