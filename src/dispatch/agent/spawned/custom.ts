import { AGENT_ARGUMENT_BYTES_MAX, type Json } from "../../../contract/index.ts";
import { canonicalJson } from "../../../lib/canonical-json.ts";
import { compact } from "../../../lib/compact.ts";
import { parseStrictJson } from "../../../lib/strict-json.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";
import type { AgentReport } from "../agent-report.ts";
import { asCount } from "../json-fields.ts";
import { DocumentReader } from "./document-reader.ts";
import { readDottedPath } from "./dotted-path.ts";
import type { Invocation, OutputReader, SpawnedPlatform } from "./spawned-platform.ts";

type Custom = NonNullable<FrozenAgentEngine["custom"]>;
type JsonOutput = Exclude<Custom["output"], "text">;

const UNSET: Custom = { prompt: "stdin", output: "text" };

/** Any program that takes a prompt and prints an answer (decision S13). */
export const custom: SpawnedPlatform = {
  program: undefined,
  invoke: ({ engine, prompt }) => hand(prompt, (engine.custom ?? UNSET).prompt, engine.name),
  read: ({ engine }) => {
    const { output } = engine.custom ?? UNSET;
    return output === "text" ? textReader() : jsonReader(output);
  },
};

function hand(prompt: string, way: Custom["prompt"], engineName: string): Invocation {
  if (way === "stdin") return { args: [], stdin: prompt };
  const bytes = Buffer.byteLength(prompt);
  if (bytes > AGENT_ARGUMENT_BYTES_MAX || prompt.includes("\0")) {
    const problem = bytes > AGENT_ARGUMENT_BYTES_MAX ? `has ${bytes} bytes` : "holds a NUL byte";
    return {
      refusal:
        `The prompt ${problem}, and an argument can carry ${AGENT_ARGUMENT_BYTES_MAX} bytes without one. ` +
        `Let the program read its stdin and set engines.${engineName}.prompt to "stdin".`,
    };
  }
  // A line feed in front keeps a prompt from being read as an option.
  return { args: [prompt.startsWith("-") ? `\n${prompt}` : prompt] };
}

/** Only its end ends a text, so nothing in it is final. */
function textReader(): OutputReader {
  return new DocumentReader(
    (text, report) => {
      report.text = text.replace(/\n+$/, "");
    },
    () => false,
  );
}

function jsonReader(output: JsonOutput): OutputReader {
  return new DocumentReader(
    (text, report) => readJson(text, report, output),
    (text) => parseOutput(text).ok,
  );
}

function readJson(text: string, report: AgentReport, { json, usage }: JsonOutput): void {
  if (text.trim() === "") return;
  const parsed = parseOutput(text);
  if (!parsed.ok) {
    report.error = { message: `its output is not the JSON it is configured to print: ${parsed.message}` };
    return;
  }
  const answer = readDottedPath(parsed.value, json);
  Object.assign(report, compact({ text: textOf(answer) }));
  if (usage === undefined) return;
  Object.assign(
    report.usage,
    compact({
      inputTokens: asCount(readDottedPath(parsed.value, usage.input)),
      outputTokens: asCount(readDottedPath(parsed.value, usage.output)),
    }),
  );
}

/** One JSON value, or one a line, which then count as the elements of an array. */
function parseOutput(text: string): { ok: true; value: Json } | { ok: false; message: string } {
  const whole = parseStrictJson(text);
  if (whole.ok) return whole;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.length > 1 ? lines.map((line) => parseStrictJson(line)) : [];
  if (values.length === 0 || !values.every((value) => value.ok)) return whole;
  return { ok: true, value: values.map(({ value }) => value) };
}

/** A value that is no text is handed on as JSON. */
function textOf(answer: Json | undefined): string | undefined {
  if (answer === undefined || answer === null) return undefined;
  return typeof answer === "string" ? answer : canonicalJson(answer);
}
