import { createInterface } from "node:readline";
import { answerText, behaviour, crash, log, print } from "./behave.mjs";

/** Speaks the Agent Client Protocol over stdio; exits when its stdin ends, unless it lingers. */
const sessionId = "acp-fake";
const waiting = new Map();
let requests = 0;
let session;

function reply(id, result) {
  print({ jsonrpc: "2.0", id, result });
}

function refuse(id, code, message, data) {
  print({ jsonrpc: "2.0", id, error: { code, message, data } });
}

function update(fields) {
  print({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update: fields } });
}

function say(text, sessionUpdate = "agent_message_chunk") {
  update({ sessionUpdate, content: { type: "text", text } });
}

function ask(method, params) {
  requests += 1;
  const id = `fake-${requests}`;
  print({ jsonrpc: "2.0", id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** What the client answers when the tool call is put to it. */
async function askPermission(toolCall) {
  const options = [
    { optionId: "yes", name: "Allow", kind: "allow_once" },
    { optionId: "no", name: "Reject", kind: "reject_once" },
  ];
  const { outcome } = await ask("session/request_permission", { sessionId, toolCall, options });
  return outcome.optionId ?? outcome.outcome;
}

async function prompt(id, { prompt: blocks }) {
  const permissions = [];
  for (const toolCall of behaviour.toolCalls ?? []) permissions.push(await askPermission(toolCall));
  log(blocks.map(({ text }) => text).join(""), { session, permissions });
  switch (behaviour.mode) {
    case "crash":
      return crash();
    case "hang":
      update({
        sessionUpdate: "tool_call",
        toolCallId: "1",
        title: "sleep 600",
        kind: "execute",
        status: "pending",
      });
      return;
    case "rate-limit":
      return refuse(id, -32603, "Internal error", { details: "last status: 429 Too Many Requests" });
    case "error":
      return refuse(id, -32000, "Authentication required");
    case "refusal":
      return reply(id, { stopReason: "refusal" });
    case "empty":
      return reply(id, { stopReason: "end_turn" });
    default: {
      say("thinking", "agent_thought_chunk");
      say("Let me look. ");
      update({
        sessionUpdate: "tool_call",
        toolCallId: "1",
        title: "Read a file",
        kind: "read",
        status: "pending",
      });
      update({ sessionUpdate: "something_new", whatever: 1 });
      for (const piece of answerText().match(/[\s\S]{1,5}/gu) ?? []) say(piece);
      update({
        sessionUpdate: "usage_update",
        used: 100,
        size: 1000,
        cost: { amount: 0.5, currency: "USD" },
      });
      reply(id, { stopReason: "end_turn" });
    }
  }
}

const HANDLERS = {
  initialize: (id) => reply(id, { protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
  "session/new": (id, params) => {
    session = { cwd: params.cwd };
    const model = {
      id: "model",
      name: "Model",
      category: "model",
      type: "select",
      currentValue: "a",
      options: [],
    };
    reply(id, { sessionId, ...(behaviour.offersModels === true ? { configOptions: [model] } : {}) });
  },
  "session/set_config_option": (id, { configId, value }) => {
    session[configId] = value;
    reply(id, { configOptions: [] });
  },
  "session/prompt": prompt,
};

process.stdout.write("Welcome to the fake agent!\n");
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.(result);
  else if (HANDLERS[method] !== undefined) void HANDLERS[method](id, params);
  else if (id !== undefined) refuse(id, -32601, `Method not found: ${method}`);
});
lines.on("close", () => {
  if (behaviour.mode === "linger") setInterval(() => undefined, 60_000);
});
