import { answerText, behaviour, crash, hang, log, print, readStdin, USAGE } from "./behave.mjs";

/** Prints what `opencode run --format json` prints: two steps, the first of which calls a tool. */
log(readStdin());
const sessionID = "ses_fake";
let steps = 0;

function part(type, fields) {
  print({
    type,
    timestamp: 1,
    sessionID,
    part: { id: `prt_${type}`, sessionID, type: type.replace("_", "-"), ...fields },
  });
}

function step(reason, inside) {
  steps += 1;
  part("step_start", {});
  inside();
  const first = steps === 1;
  part("step_finish", {
    reason,
    tokens: first
      ? { input: 3, output: 2, reasoning: 1, cache: { read: 2, write: 1 } }
      : { total: 9, input: 5, output: USAGE.output - 3, reasoning: 1, cache: { read: 0, write: 0 } },
    cost: behaviour.free === true ? 0 : 0.125,
  });
}

function failed(name, message, statusCode) {
  print({ type: "error", timestamp: 1, sessionID, error: { name, data: { message, statusCode } } });
  process.exitCode = behaviour.mode === "error-exit-0" ? 0 : 1;
}

if (["error", "error-exit-0"].includes(behaviour.mode)) failed("APIError", "bad key", 401);
else if (behaviour.mode === "rate-limit") failed("APIError", "slow down", 429);
else {
  step("tool-calls", () => {
    part("text", { text: "Let me look." });
    part("tool_use", { tool: "bash", state: { status: "completed", input: { command: "ls" } } });
  });
  switch (behaviour.mode) {
    case "crash":
      crash();
      break;
    case "hang":
      part("step_start", {});
      hang();
      break;
    case "refusal":
    case "empty":
      step("stop", () => part("text", { text: "" }));
      break;
    default:
      step("stop", () => part("text", { text: answerText() }));
      if (behaviour.mode === "linger") hang();
  }
}
