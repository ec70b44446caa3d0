import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { argv, log, USAGE } from "./behave.mjs";

/** Serves as much of `opencode serve` as one prompt needs. It looks up how to behave again for each. */
const expected = `Basic ${Buffer.from(`opencode:${process.env.OPENCODE_SERVER_PASSWORD}`).toString("base64")}`;
const listeners = new Set();
const decisions = new Map();
const held = new Map();
const info = { role: "assistant", modelID: "fake", providerID: "rig", finish: "stop" };
let sessions = 0;

function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function tell(type, properties) {
  for (const listener of listeners)
    listener.write(`data: ${JSON.stringify({ id: "evt", type, properties })}\n\n`);
}

function parts(text) {
  const tokens = {
    total: 18,
    input: USAGE.input - 4,
    output: USAGE.output,
    reasoning: 0,
    cache: { read: 4, write: 0 },
  };
  return [
    ...(text === "" ? [] : [{ type: "text", text }]),
    { type: "step-finish", reason: "stop", tokens, cost: 0.5 },
  ];
}

async function answer(response, sessionID, body) {
  const behaviour = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const prompt = body.parts.map(({ text }) => text).join("");
  if (behaviour.asksPermission === true) {
    const decided = new Promise((resolve) => decisions.set("per_1", resolve));
    tell("permission.asked", {
      id: "per_1",
      sessionID,
      permission: "external_directory",
      patterns: ["/etc/*"],
      metadata: {},
      always: [],
    });
    log(prompt, { body, decision: await decided });
  } else log(prompt, { body });
  tell("message.part.delta", { sessionID, messageID: "m", partID: "p", field: "text", delta: "working" });
  const failure = (message, statusCode) => ({ error: { name: "APIError", data: { message, statusCode } } });
  switch (behaviour.mode) {
    case "crash":
      process.stderr.write("Segmentation fault (core dumped)\n");
      return process.exit(3);
    case "hang":
      return held.set(sessionID, response);
    case "error":
      return send(response, 200, { info: { ...info, ...failure("bad key", 401) }, parts: [] });
    case "rate-limit":
      return send(response, 200, { info: { ...info, ...failure("slow down", 429) }, parts: [] });
    case "refusal":
    case "empty":
      return send(response, 200, { info, parts: parts("") });
    default: {
      const text = behaviour.value === undefined ? (behaviour.text ?? "ok") : JSON.stringify(behaviour.value);
      return send(response, 200, { info, parts: parts(text) });
    }
  }
}

async function serve(request, response) {
  if (request.headers.authorization !== expected) return send(response, 401, {});
  const { pathname, searchParams } = new URL(request.url, "http://fake");
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const [, sessionID, action] = /^\/session\/([^/]+)\/(\w+)$/.exec(pathname) ?? [];
  if (pathname === "/event") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    listeners.add(response);
    response.on("close", () => listeners.delete(response));
    return tell("server.connected", {});
  }
  if (pathname === "/session") {
    sessions += 1;
    return send(response, 200, { id: `ses_${sessions}`, directory: searchParams.get("directory") });
  }
  if (/^\/permission\/per_1\/reply$/.test(pathname)) {
    decisions.get("per_1")?.(body.reply);
    return send(response, 200, true);
  }
  if (action === "abort") {
    log("", { aborted: sessionID });
    held.get(sessionID)?.destroy();
    return send(response, 200, true);
  }
  if (action === "message" && request.method === "POST") return answer(response, sessionID, body);
  if (action === "message") return send(response, 200, [{ info, parts: parts("") }]);
  return send(response, 404, {});
}

if (argv.includes("serve")) {
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1", () => {
    log("", { started: true });
    process.stdout.write(`opencode server listening on http://127.0.0.1:${server.address().port}\n`);
  });
}
