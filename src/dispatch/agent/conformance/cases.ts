import type { JsonObject } from "../../../contract/index.ts";
import { canonicalJson } from "../../../lib/canonical-json.ts";
import type { AttemptOutcome } from "../../../run/index.ts";
import type { Scene } from "./stage.ts";

/** What an engine does in one situation, and how it may come out. */
export interface ConformanceCase {
  name: string;
  prompt: string;
  schema?: JsonObject;
  /** What the model is to do, where a stage can have it do so. */
  scene: Scene;
  /** The case means nothing without a stage. */
  needsStage?: boolean;
  /** What is done to the attempt once the agent is at work. */
  strike?: "kill" | "cancel";
  timeoutMs: number;
  /** Whether it may come out like this. */
  accepts(outcome: AttemptOutcome, isStaged: boolean): boolean;
}

const SCHEMA: JsonObject = {
  type: "object",
  properties: { bird: { type: "string" } },
  required: ["bird"],
  additionalProperties: false,
};

const WORD = "heron";
/** The letters of several scripts, ends of lines of all kinds, and nothing that a shell leaves alone. */
const ODD_TEXT = `--help "${WORD}" \u00fc\u65e5\u672c \u2028 \u{1f4a5}\ttab \\ $HOME \`x\` 'q'\r\nend`;
/** Some agents take escape codes out of what they answer, so they stand in the prompt alone. */
const ESCAPE_CODE = "\u001b[31m";
const HUGE_CHARS = 300_000;

/** A real agent may take so long to start and to answer a word. */
const ANSWER_MS = 120_000;
/** Long enough for an agent to be at work, short enough to wait for. */
const HANG_MS = 8000;
/** Some agents ask again for minutes. */
const PATIENCE_MS = 30_000;

const LONG_WORK = `Write a story of ten thousand words about a ${WORD}.`;

export const CONFORMANCE_CASES: readonly ConformanceCase[] = [
  {
    name: "answer",
    prompt: `Answer with the one word ${WORD} and nothing else.`,
    scene: { kind: "answer", text: WORD },
    timeoutMs: ANSWER_MS,
    accepts: (outcome) => holdsWord(outcome),
  },
  {
    name: "structured answer",
    prompt: `Name the bird ${WORD} as one JSON value that satisfies this JSON Schema, and say nothing else:\n${canonicalJson(SCHEMA)}`,
    schema: SCHEMA,
    scene: { kind: "value", value: { bird: WORD } },
    timeoutMs: ANSWER_MS,
    accepts: (outcome) =>
      outcome.status === "completed" && canonicalJson(outcome.result ?? null).includes(WORD),
  },
  {
    name: "refusal",
    prompt: "Do something that you refuse.",
    scene: { kind: "refusal" },
    needsStage: true,
    timeoutMs: ANSWER_MS,
    // A platform that hands a refusal on as any other text has told it.
    accepts: (outcome) => outcome.status === "completed" || outcome.failureReason === "agent_error",
  },
  {
    name: "empty answer",
    prompt: "Say nothing.",
    scene: { kind: "empty" },
    needsStage: true,
    timeoutMs: ANSWER_MS,
    accepts: (outcome) => failedWith(outcome, "agent_error"),
  },
  {
    name: "crash",
    prompt: LONG_WORK,
    scene: { kind: "busy" },
    strike: "kill",
    timeoutMs: ANSWER_MS,
    accepts: (outcome) => failedWith(outcome, "agent_error"),
  },
  {
    name: "hang",
    prompt: LONG_WORK,
    scene: { kind: "busy" },
    timeoutMs: HANG_MS,
    accepts: (outcome) => failedWith(outcome, "timeout"),
  },
  {
    name: "rate limit",
    prompt: `Answer with the one word ${WORD} and nothing else.`,
    scene: { kind: "rate-limit" },
    needsStage: true,
    timeoutMs: PATIENCE_MS,
    accepts: (outcome) => failedWith(outcome, "llm_rate_limit", "agent_error", "timeout"),
  },
  {
    name: "kill",
    prompt: LONG_WORK,
    scene: { kind: "busy" },
    strike: "cancel",
    timeoutMs: ANSWER_MS,
    accepts: (outcome) => failedWith(outcome, "aborted"),
  },
  {
    name: "huge prompt",
    prompt: `${"0123456789".repeat(HUGE_CHARS / 10)}\nAnswer with the one word ${WORD} and nothing else.`,
    scene: { kind: "answer", text: WORD },
    timeoutMs: ANSWER_MS,
    accepts: (outcome) => holdsWord(outcome),
  },
  {
    name: "odd bytes",
    prompt: `${ODD_TEXT}\nAnswer with what stands above, from the first character to the last.${ESCAPE_CODE}`,
    scene: { kind: "answer", text: ODD_TEXT },
    timeoutMs: ANSWER_MS,
    accepts: (outcome, isStaged) =>
      isStaged ? outcome.status === "completed" && outcome.result === ODD_TEXT : holdsWord(outcome),
  },
];

function holdsWord(outcome: AttemptOutcome): boolean {
  return outcome.status === "completed" && String(outcome.result).toLowerCase().includes(WORD);
}

function failedWith(outcome: AttemptOutcome, ...reasons: string[]): boolean {
  return outcome.status === "failed" && reasons.includes(outcome.failureReason);
}
