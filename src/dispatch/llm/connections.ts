import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { connectionFailure } from "./connection-failure.ts";

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  /** When it aborts, the socket is destroyed. */
  signal: AbortSignal;
}

/**
 * The connections to model servers, kept open between requests. Node's own `fetch` is not used because it gives up on a
 * model that thinks for more than 300 s; here nothing but the attempt's own timeout ends a wait. Redirects are not followed,
 * so that a key never reaches a host that the user did not name.
 */
export class Connections {
  readonly #plain = new PlainAgent({ keepAlive: true });
  readonly #tls = new TlsAgent({ keepAlive: true });

  /** Resolves with the response's head, its body unread. Rejects with a {@link ProviderFailure} when no response comes. */
  post(url: URL, { headers, body, signal }: PostOptions): Promise<IncomingMessage> {
    const isTls = url.protocol === "https:";
    const options = { method: "POST", headers, signal, agent: isTls ? this.#tls : this.#plain };
    return new Promise((resolve, reject) => {
      const request = (isTls ? tlsRequest : plainRequest)(url, options, resolve);
      request.on("error", (error) => reject(connectionFailure(error, url)));
      request.end(body);
    });
  }
}
