import { afterEach, describe, expect, test } from "vitest";
import { type ModelServer, type Script, startModelServer } from "./model-server.ts";

let server: ModelServer;

async function serve(script: Script): Promise<void> {
  server = await startModelServer(script);
}

afterEach(() => server.close());

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.urls.origin}${path}`, { method: "POST", body: JSON.stringify(body), headers });
}

describe("the scripted model server", () => {
  test.each([
    ["OpenAI chat", "/v1/chat/completions", { model: "m" }],
    ["Anthropic messages", "/v1/messages", { model: "m" }],
    ["OpenAI responses", "/v1/responses", { model: "m" }],
    ["Gemini", "/v1beta/models/m:generateContent", {}],
  ])("answers %s in one document and as a stream", async (_, path, body) => {
    await serve([{ pieces: ["four", "teen"] }]);
    const streamPath = path.replace(":generateContent", ":streamGenerateContent?alt=sse");
    const plain = await (await post(path, body)).text();
    const streamed = await post(streamPath, { ...body, stream: true });
    expect(plain).toContain("fourteen");
    expect(streamed.headers.get("content-type")).toBe("text/event-stream");
    expect(await streamed.text()).toMatch(/data: .*four"[\s\S]*data: .*teen"/);
  });

  test("goes through the script in order and repeats its last answer", async () => {
    await serve([{ text: "one" }, { status: 429, raw: "{}", headers: { "retry-after": "7" } }]);
    const first = await post("/v1/chat/completions", {});
    const second = await post("/v1/chat/completions", {});
    const third = await post("/v1/chat/completions", {});
    expect(await first.text()).toContain("one");
    expect([second.status, second.headers.get("retry-after"), third.status]).toEqual([429, "7", 429]);
  });

  test("logs each request with its path, key and body", async () => {
    await serve((request) => ({ text: `${request.index}` }));
    await post("/v1/messages?beta=true", { model: "m", stream: true }, { "x-api-key": "k" });
    expect(server.requests).toMatchObject([
      { protocol: "anthropic-messages", path: "/v1/messages?beta=true", auth: "k", streamed: true },
    ]);
    expect(server.requests[0]?.body).toEqual({ model: "m", stream: true });
  });

  test("counts the most requests that were out at once", async () => {
    await serve(({ index }) => (index < 3 ? { after: server.received(3) } : {}));
    const answers = [1, 2, 3].map(() => post("/v1/chat/completions", {}));
    for (const answer of await Promise.all(answers)) await answer.text();
    await post("/v1/chat/completions", {});
    expect(server.peak).toBe(3);
  });

  test("sees a client that goes away before the answer", async () => {
    await serve([{ hang: "mid-body" }]);
    const client = new AbortController();
    await fetch(server.urls.chatCompletions, { method: "POST", body: "{}", signal: client.signal });
    client.abort();
    expect(await server.requests[0]?.ended).toBe("closed-early");
  });

  test("breaks the connection where the script says so", async () => {
    await serve([{ cut: "before-headers" }, { cut: "mid-body", pieces: ["a", "b"] }]);
    await expect(post("/v1/chat/completions", {})).rejects.toThrow();
    const response = await post("/v1/chat/completions", { stream: true });
    await expect(response.text()).rejects.toThrow();
  });

  test("lists its model, and knows nothing else", async () => {
    await serve([{}]);
    expect((await fetch(`${server.urls.v1}/models`)).status).toBe(200);
    expect((await fetch(`${server.urls.origin}/other`)).status).toBe(404);
    expect(server.otherRequests).toEqual(["GET /v1/models", "GET /other"]);
  });
});
