import type { IncomingMessage } from "node:http";
import { LLM_BODY_BYTES_MAX } from "../../contract/index.ts";
import { connectionFailure } from "./connection-failure.ts";
import { ProviderFailure } from "./provider-failure.ts";

/** The pieces of a body as they come, at most 16 MiB of them. Throws a {@link ProviderFailure} beyond, and at a broken connection. */
export async function* boundedBody(
  response: IncomingMessage,
  url: URL,
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > LLM_BODY_BYTES_MAX) throw tooLarge(url);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ProviderFailure ? error : connectionFailure(error, url);
  }
}

/** A whole body as text, what is not UTF-8 replaced by U+FFFD. */
export async function readBounded(response: IncomingMessage, url: URL): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of boundedBody(response, url)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function tooLarge(url: URL): ProviderFailure {
  return new ProviderFailure(
    "final",
    `the answer of ${url.href} is larger than ${LLM_BODY_BYTES_MAX} bytes and was not read further`,
  );
}
