import { STEP_ID_PATTERN } from "../../../contract/index.ts";
import type { ImportedEnv } from "./import-env.ts";
import type { ImportedStep } from "./import-step.ts";

export interface ImportedWorkflow {
  title: string;
  timeout: string;
  steps: readonly ImportedStep[];
}

/** The Markdown workflow as people would write it. */
export function writeWorkflow({ title, timeout, steps }: ImportedWorkflow): string {
  const ids = chooseIds(steps);
  const named = steps.map((step, index) => ({ step, id: ids[index] ?? "" }));
  const lines = [
    "---",
    "type: workflow",
    `description: ${quoted(title)}`,
    `defaults: { timeout: ${timeout} }`,
    "steps:",
    ...named.flatMap(({ step, id }) => stepLines(step, id)),
    "---",
    "",
    `# ${title}`,
    "",
    "Converted from a GitHub workflow.",
    ...named.flatMap(({ step, id }) => ["", `## ${id}`, "", sentenceFor(step)]),
  ];
  return `${lines.join("\n")}\n`;
}

function stepLines({ command, cwd, timeout, goesOn, env }: ImportedStep, id: string): string[] {
  return [
    `  - id: ${plainOrQuoted(id)}`,
    "    unit:",
    "      exec:",
    "        command:",
    ...command.flatMap((word) => wordLines(word, "          ")),
    ...(cwd === undefined ? [] : [`        cwd: ${quoted(cwd)}`]),
    ...(timeout === undefined ? [] : [`      timeout: ${timeout}`]),
    ...(goesOn ? ["      on_error: continue"] : []),
    ...envLines(env),
  ];
}

function envLines(env: ImportedEnv): string[] {
  if (env.size === 0) return [];
  const entries = [...env].map(([name, value]) => {
    const key = plainOrQuoted(name);
    return value.kind === "secret" ? `${key}: ${value.ref}` : `${key}: { value: ${quoted(value.value)} }`;
  });
  return ["      env:", ...entries.map((entry) => `        ${entry}`)];
}

/** A name or an option: hardly a number or a date begins like one. */
const PLAIN_WORD = /^(?:-{0,2}[A-Za-z]|_)[A-Za-z0-9_-]*$/;
/** What begins so and is no text to a reader of YAML 1.2 or of the older 1.1, where a number may be its exponent alone. */
const YAML_WORD = /^(?:true|false|null|yes|no|on|off|y|n|-?e-?[0-9_]+)$/i;

/** Text on one line, in quotes unless every reader of YAML takes it for text without them. */
function plainOrQuoted(text: string): string {
  return PLAIN_WORD.test(text) && !YAML_WORD.test(text) ? text : quoted(text);
}

/** Text that stands in a block scalar as it is: it begins with no white space and has no odd characters. */
const BLOCK = /^[^\s\p{Cc}](?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[\t\n])*$/u;

/** A word of the command; a script of several lines keeps them. */
function wordLines(word: string, indent: string): string[] {
  const body = word.replace(/\n$/, "");
  if (!body.includes("\n") || body.endsWith("\n") || !BLOCK.test(body))
    return [`${indent}- ${plainOrQuoted(word)}`];
  const lines = body.split("\n").map((line) => (line === "" ? "" : `${indent}  ${line}`));
  return [`${indent}- ${word.endsWith("\n") ? "|" : "|-"}`, ...lines];
}

/** Text in double quotes, readable by YAML and JSON alike. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Text of which nothing breaks the line it stands on. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

function sentenceFor({ name, line, command }: ImportedStep): string {
  if (name !== undefined && oneLine(name) !== "") return `Line ${line}: ${oneLine(name)}`;
  return `Line ${line}: runs a script of ${command[0]}.`;
}

/** Each step's id as written, else of what it is called, made unique by a number. */
function chooseIds(steps: readonly ImportedStep[]): string[] {
  const taken = new Set<string>();
  return steps.map(({ id, called }) => {
    const wish = id !== undefined && STEP_ID_PATTERN.test(id) ? id : idFrom(id ?? called);
    let unique = wish;
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${wish}-${number}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function idFrom(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return (
    words
      .slice(0, 4)
      .join("-")
      .replace(/^[0-9-]+/, "")
      .slice(0, 40) || "step"
  );
}
