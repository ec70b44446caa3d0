import {
  answerText,
  argv,
  behaviour,
  crash,
  hang,
  log,
  print,
  readStdin,
  SESSION,
  USAGE,
} from "./behave.mjs";

/** Prints what `claude -p --output-format stream-json --verbose` prints. */
const prompt = readStdin();
log(prompt);
const common = { session_id: SESSION };
const usage = {
  input_tokens: USAGE.input - 3,
  cache_read_input_tokens: 2,
  cache_creation_input_tokens: 1,
  output_tokens: USAGE.output,
};

function assistant(content) {
  print({ type: "assistant", message: { role: "assistant", content }, ...common });
}

function result(fields) {
  print({
    type: "result",
    subtype: "success",
    is_error: false,
    usage,
    total_cost_usd: 0.25,
    modelUsage: { "claude-fake": { costUSD: 0.25 } },
    permission_denials: behaviour.denied ?? [],
    ...common,
    ...fields,
  });
}

function failure(status, text) {
  result({ is_error: true, api_error_status: status, result: text });
}

print({ type: "system", subtype: "init", model: "claude-fake", ...common });
switch (behaviour.mode) {
  case "crash":
    crash();
    break;
  case "hang":
    assistant([{ type: "tool_use", name: "Bash", input: { command: "sleep 600" } }]);
    hang();
    break;
  case "refusal":
    failure(null, "API Error: safeguards flagged this message");
    process.exitCode = 1;
    break;
  case "rate-limit":
    failure(429, "API Error: Request rejected (429) slow down");
    process.exitCode = 1;
    break;
  case "error":
    failure(401, "Failed to authenticate. API Error: 401 bad key");
    process.exitCode = 1;
    break;
  case "error-exit-0":
    failure(500, "API Error: 500 broken");
    break;
  case "empty":
    result({ result: "" });
    break;
  default: {
    assistant([{ type: "text", text: answerText() }]);
    const asked =
      argv.includes("--json-schema") && behaviour.value !== undefined && behaviour.ignoresSchema !== true;
    result({ result: answerText(), ...(asked ? { structured_output: behaviour.value } : {}) });
    if (behaviour.mode === "linger") hang();
  }
}
