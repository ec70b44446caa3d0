// A model on loopback that answers at once, in the words of OpenAI's chat completions, and notes when it was asked.
import { once } from "node:events";
import http from "node:http";

/** `askedAt` holds `performance.now()` of each request, its body complete; `close` ends the server. */
export async function startLoopbackModel() {
  const askedAt = [];
  const server = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    askedAt.push(performance.now());
    const { stream } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (stream) writeEvents(response);
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(WHOLE));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${server.address().port}/v1/chat/completions`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { endpoint, askedAt, close };
}

const TEXT = "A heron stands in the shallows and waits.";
const usage = { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 };
const head = { id: "answer", created: 0, model: "bench" };
const WHOLE = {
  ...head,
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: TEXT }, finish_reason: "stop" }],
  usage,
};

function writeEvents(response) {
  const pieces = TEXT.match(/.{1,8}/g).map((content) => ({
    choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }],
  }));
  const end = [{ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }, { choices: [], usage }];
  const events = [...pieces, ...end].map((event) =>
    JSON.stringify({ ...head, object: "chat.completion.chunk", ...event }),
  );
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end([...events, "[DONE]"].map((data) => `data: ${data}\n\n`).join(""));
}
