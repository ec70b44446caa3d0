import { answerText, behaviour, crash, hang, log, readStdin, SESSION, USAGE } from "./behave.mjs";

/** Prints what `gemini --output-format json` prints. */
log(readStdin());
const tokens = {
  input: USAGE.input,
  prompt: USAGE.input,
  candidates: USAGE.output - 2,
  thoughts: 2,
  cached: 4,
  total: 18,
};
const stats = { models: { "gemini-fake": { tokens } } };

function print(fields) {
  process.stdout.write(JSON.stringify({ session_id: SESSION, stats, ...fields }, null, 2));
}

function failed(message, code) {
  process.stderr.write(
    "Ripgrep is not available.\nError when talking to Gemini API _ApiError\n    at process (node:1)\n",
  );
  process.stderr.write(
    `${JSON.stringify({ session_id: SESSION, error: { type: "Error", message, code } }, null, 2)}\n`,
  );
  process.exitCode = 145;
}

switch (behaviour.mode) {
  case "crash":
    crash();
    break;
  case "hang":
    hang();
    break;
  case "error":
    failed("bad key", 401);
    break;
  case "rate-limit":
    failed("got status: 429 RESOURCE_EXHAUSTED", 145);
    break;
  case "empty":
  case "error-exit-0":
    print({
      response: "",
      error: { type: "INVALID_STREAM", message: "The model returned an empty response." },
    });
    break;
  case "refusal":
    print({ response: "I will not do that." });
    break;
  default:
    print({ response: answerText() });
    if (behaviour.mode === "linger") hang();
}
