import { INSTRUCTIONS_BYTES_MAX } from "../../contract/index.ts";
import { decodeSource } from "../decode-source.ts";
import type { Finding } from "../findings.ts";
import { choice } from "../forms/choice.ts";
import { located } from "../forms/form.ts";
import { optional, type RecordOf, record } from "../forms/record.ts";
import { engineName, model } from "../keys/dispatch.ts";
import { envelope } from "../keys/envelope.ts";
import { timeout } from "../keys/timeout.ts";
import { indexLines } from "../line-index.ts";
import { splitFrontMatter } from "../markdown/split-front-matter.ts";
import { readWithReport } from "../read-with-report.ts";
import type { Report } from "../report.ts";
import type { Command, Position } from "../workflow.ts";
import { readYaml } from "../yaml/read-yaml.ts";

/** What reading a command file comes to: the command is there when no finding is an error. */
export interface CommandReadResult {
  command?: Command;
  findings: Finding[];
}

const fields = {
  ...envelope,
  type: optional(choice(["command"]), "What the file is."),
  engine: optional(located(engineName), "The configured engine that is asked."),
  model: optional(located(model), "The model, or an alias of models.json."),
  timeout: optional(located(timeout), "How long one attempt may take: 90s, 10m, or none."),
};

const document = record(fields, {
  what: "a command",
  notes: {
    name: "a command is called by its file's name",
    arguments: "what takes the place of $ARGUMENTS is said by whoever uses the command",
    "argument-hint": "say in `description` what $ARGUMENTS is",
    "allowed-tools": "what an agent may do is set where its engine is configured",
    params: "a command has one text, $ARGUMENTS",
    inputs: "a command has one text, $ARGUMENTS",
  },
  foreignKeys: /^x-/,
});

/** Reads a command file, `commands/<name>.md` (decision S10). Never throws, whatever the bytes. */
export function readCommand(bytes: Uint8Array): CommandReadResult {
  const { value, findings } = readWithReport((report) => readDocument(bytes, report));
  return value === undefined ? { findings } : { command: value, findings };
}

function readDocument(bytes: Uint8Array, report: Report): Command | undefined {
  const text = decodeSource(bytes, report);
  const source = text === undefined ? undefined : splitFrontMatter(text, report, "a command");
  if (text === undefined || source === undefined) return undefined;
  const positionAt = indexLines(text);
  const root = readYaml(source.yaml, (offset) => positionAt(source.yamlOffset + offset), report);
  if (root === undefined) return undefined;
  const keys = document.read(root, "front matter", report);
  checkInstructions(source.body, positionAt(source.bodyOffset), report);
  return keys && assemble(keys, source.body);
}

function checkInstructions(instructions: string, at: Position, report: Report): void {
  const bytes = Buffer.byteLength(instructions);
  if (instructions.trim() === "") {
    report.error(
      "missing-section",
      at,
      "the command says nothing; write the instruction below the front matter",
    );
  } else if (bytes > INSTRUCTIONS_BYTES_MAX) {
    const message = `the instruction has ${bytes} bytes, at most ${INSTRUCTIONS_BYTES_MAX} are taken`;
    report.error("out-of-bounds", at, message);
  }
}

function assemble(keys: RecordOf<typeof fields>, instructions: string): Command {
  const { description, engine, model: named, timeout: limit } = keys;
  return {
    description,
    ...(engine === undefined ? {} : { engine }),
    ...(named === undefined ? {} : { model: named }),
    ...(limit === undefined ? {} : { timeout: limit }),
    instructions,
  };
}
