import { readFileSync, statSync } from "node:fs";
import {
  answerText,
  behaviour,
  crash,
  hang,
  log,
  optionOf,
  print,
  readStdin,
  SESSION,
  USAGE,
} from "./behave.mjs";

/** Prints what `codex exec --json` prints. */
const schemaFile = optionOf("--output-schema");
const schema =
  schemaFile === undefined
    ? {}
    : { schema: JSON.parse(readFileSync(schemaFile, "utf8")), schemaMode: statSync(schemaFile).mode & 0o777 };
log(readStdin(), schema);

const usage = {
  input_tokens: USAGE.input,
  cached_input_tokens: 4,
  output_tokens: USAGE.output,
  reasoning_output_tokens: 2,
};

function failed(message) {
  print({ type: "error", message: `Reconnecting... 1/1 (${message})` });
  print({ type: "error", message });
  print({ type: "turn.failed", error: { message } });
  process.exitCode = behaviour.mode === "error-exit-0" ? 0 : 1;
}

print({ type: "thread.started", thread_id: SESSION });
print({
  type: "item.completed",
  item: { id: "item_0", type: "error", message: "Model metadata not found." },
});
print({ type: "turn.started" });
switch (behaviour.mode) {
  case "crash":
    crash();
    break;
  case "hang":
    print({ type: "item.started", item: { id: "item_1", type: "command_execution", command: "sleep 600" } });
    hang();
    break;
  case "rate-limit":
    failed("exceeded retry limit, last status: 429 Too Many Requests");
    break;
  case "error":
  case "error-exit-0":
    failed("unexpected status 401 Unauthorized: bad key, url: http://127.0.0.1/v1/responses");
    break;
  case "refusal":
    print({ type: "turn.completed", usage });
    break;
  default:
    print({
      type: "item.completed",
      item: { id: "item_1", type: "agent_message", text: behaviour.mode === "empty" ? "" : answerText() },
    });
    print({ type: "turn.completed", usage });
    if (behaviour.mode === "linger") hang();
}
