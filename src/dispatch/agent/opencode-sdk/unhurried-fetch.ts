import { request as httpRequest, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";

const STATUSES_WITHOUT_BODY = [204, 205, 304];

/**
 * Stands in for `fetch` on a loopback server. Node's own gives up on a response that does not begin within 300 s, and an agent may
 * work longer; here nothing but the request's signal ends a wait. Each request has a connection of its own, gone with it.
 */
export const unhurriedFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = Buffer.from(await request.arrayBuffer());
  const options = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    agent: false as const,
  };
  return await new Promise<Response>((resolve, reject) => {
    const outgoing = httpRequest(request.url, options, (incoming) => resolve(responseOf(incoming)));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
};

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 500, headers } = incoming;
  const hasBody = !STATUSES_WITHOUT_BODY.includes(status);
  return new Response(hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null, {
    status,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
  });
}
