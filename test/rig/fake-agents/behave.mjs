import { appendFileSync, readFileSync } from "node:fs";

/**
 * What every fake agent begins with: its first argument is a file that says how it is to behave; what it was given goes to a
 * log beside that file.
 */
const [behaviourFile, ...argv] = process.argv.slice(2);

/** `{mode, text, value}`; mode is one of answer, refusal, empty, error, error-exit-0, rate-limit, crash, hang, linger. */
export const behaviour = JSON.parse(readFileSync(behaviourFile, "utf8"));
export { argv };

export const USAGE = { input: 11, output: 7 };
export const SESSION = "0f6a2a8e-5d5b-4f4e-9a43-3d3ad8a2b9c1";

/** All of stdin; empty where it is the null device. */
export function readStdin() {
  return readFileSync(0, "utf8");
}

export function log(prompt, more = {}) {
  const { AKM_RUN_ID, AKM_UNIT_ID, AKM_INPUTS } = process.env;
  const context = { AKM_RUN_ID, AKM_UNIT_ID, AKM_INPUTS };
  const names = Object.keys(process.env);
  appendFileSync(
    `${behaviourFile}.log`,
    `${JSON.stringify({ pid: process.pid, argv, prompt, context, names, ...more })}\n`,
  );
}

export function print(record) {
  process.stdout.write(`${JSON.stringify(record)}\n`);
}

/** The value of an option, where it was given one. */
export function optionOf(name) {
  const at = argv.indexOf(name);
  return at < 0 ? undefined : argv[at + 1];
}

export function crash() {
  process.stderr.write("Segmentation fault (core dumped)\n");
  process.exit(3);
}

/** Neither exits nor heeds that anybody waits. */
export function hang() {
  setInterval(() => undefined, 60_000);
}

/** The answer's text: a value is told as JSON. */
export function answerText() {
  return behaviour.value === undefined ? (behaviour.text ?? "ok") : JSON.stringify(behaviour.value);
}
