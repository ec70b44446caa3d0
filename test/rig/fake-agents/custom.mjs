import { answerText, argv, behaviour, crash, hang, log, readStdin, SESSION, USAGE } from "./behave.mjs";

/** A program of no known platform: with `--qwen` it prints one array of records, else the bare answer. */
log(readStdin());

function print(text) {
  if (!argv.includes("--qwen")) return process.stdout.write(text);
  const usage = { input_tokens: USAGE.input, output_tokens: USAGE.output };
  const records = [
    { type: "system", session_id: SESSION },
    { type: "result", subtype: "success", is_error: false, result: text, usage },
  ];
  return process.stdout.write(`${JSON.stringify(records)}\n`);
}

switch (behaviour.mode) {
  case "crash":
    crash();
    break;
  case "hang":
    hang();
    break;
  case "empty":
    print("");
    break;
  case "refusal":
    print("I will not do that.");
    break;
  case "error":
  case "error-exit-0":
    print("[API Error: 401 bad key]");
    break;
  case "rate-limit":
    print("[API Error: 429 slow down]");
    break;
  case "odd-bytes":
    process.stdout.write(Buffer.from([0x61, 0xff, 0xfe, 0x62]));
    break;
  default:
    print(answerText());
    if (behaviour.mode === "linger") hang();
}
