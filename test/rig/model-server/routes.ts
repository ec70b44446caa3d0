import type { IncomingMessage } from "node:http";
import type { Protocol } from "./script.ts";

/** Which protocol a path belongs to; undefined for anything that asks no model. */
export function protocolOf(path: string): Protocol | undefined {
  const { pathname } = new URL(path, "http://rig");
  if (pathname.endsWith("/chat/completions")) return "openai-chat";
  if (pathname.endsWith("/messages")) return "anthropic-messages";
  if (pathname.endsWith("/responses")) return "openai-responses";
  if (/:(?:streamGenerateContent|generateContent)$/.test(pathname)) return "gemini";
  return undefined;
}

/** What clients ask beside answers: lists of models, and counts of tokens. Undefined: the server has no such path. */
export function sideAnswer(method: string, path: string): unknown {
  const { pathname } = new URL(path, "http://rig");
  if (pathname.endsWith("/messages/count_tokens")) return { input_tokens: 11 };
  if (pathname.endsWith(":countTokens")) return { totalTokens: 11 };
  if (method === "GET" && pathname.endsWith("/models")) {
    return { object: "list", data: [{ id: "scripted", object: "model", owned_by: "rig" }] };
  }
  return undefined;
}

/** The model a request names: in its body, or in a Gemini path. */
export function modelAskedFor(path: string, body: Record<string, unknown>): string {
  if (typeof body.model === "string") return body.model;
  return /\/models\/([^:/?]+):/.exec(path)?.[1] ?? "scripted";
}

export function asksForStream(protocol: Protocol, path: string, body: Record<string, unknown>): boolean {
  return protocol === "gemini" ? path.includes(":streamGenerateContent") : body.stream === true;
}

export function authOf({ headers, url = "/" }: IncomingMessage): string | undefined {
  const carried = headers.authorization ?? headers["x-api-key"] ?? headers["x-goog-api-key"];
  const single = Array.isArray(carried) ? carried[0] : carried;
  return single ?? new URL(url, "http://rig").searchParams.get("key") ?? undefined;
}
