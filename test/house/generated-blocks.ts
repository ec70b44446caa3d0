import { readFileSync } from "node:fs";
import path from "node:path";
import type { Verb } from "../../src/cli/verb.ts";
import { VERBS } from "../../src/cli/verbs.ts";
import * as contract from "../../src/contract/index.ts";
import { CONFORMANCE_CASES } from "../../src/dispatch/agent/conformance/index.ts";
import { ERROR_CODES } from "../../src/errors/index.ts";
import { ROOT } from "./source-tree.ts";

const verbs = await Promise.all(
  Object.entries(VERBS).map(async ([words, entry]) => describeVerb(words, await entry.load())),
);

/** What the pages show of the code's own constants, by the name in the page's `<!-- begin … -->` marker. */
export const GENERATED_BLOCKS: Record<string, () => string> = {
  bounds: () => table(["what", "bound"], boundRows()),
  "failure reasons": () =>
    table(
      ["reason", "may stand in `retry.on`"],
      Object.entries(contract.FAILURE_REASONS).map(([reason, { retryable }]) => [
        code(reason),
        retryable ? "yes" : "no",
      ]),
    ),
  "error codes": () =>
    table(
      ["code", "exit", "meaning"],
      Object.entries(ERROR_CODES).map(([name, { exit, meaning }]) => [code(name), String(exit), meaning]),
    ),
  verbs: () => verbs.join("\n\n"),
  "environment allowlist": () => contract.ENV_ALLOWLIST.map(code).join(", "),
  "windows environment allowlist": () => contract.ENV_ALLOWLIST_WINDOWS.map(code).join(", "),
  "reserved params": () => contract.PARAM_NAMES_RESERVED.map(code).join(", "),
  "context limits": () =>
    table(
      ["", "Linux, macOS, BSD", "Windows"],
      [
        ["one variable", ...platformBytes(contract.CONTEXT_VARIABLE_BYTES_MAX)],
        ["all of them", ...platformBytes(contract.CONTEXT_TOTAL_BYTES_MAX)],
      ],
    ),
  "script interpreters": () =>
    table(
      ["extension", "run by"],
      Object.entries(contract.SCRIPT_INTERPRETERS).map(([extension, words]) => [
        code(extension),
        words[0] === "node" ? "the Node that runs akm" : code(words.join(" ")),
      ]),
    ),
  "agent conformance": conformanceTable,
  "examples/hello.md": () =>
    `\`\`\`markdown\n${readFileSync(path.join(ROOT, "examples/hello.md"), "utf8")}\`\`\``,
};

/** A row for each situation, a column for each program, as the examination of the real programs wrote them down. */
function conformanceTable(): string {
  const results = JSON.parse(readFileSync(path.join(ROOT, "test/agents/RESULTS.json"), "utf8")) as Record<
    string,
    { version: string; findings: Record<string, string> }
  >;
  const columns = Object.entries(results);
  const head = ["", ...columns.map(([name, { version }]) => `${name} ${version}`)];
  const rows = CONFORMANCE_CASES.map(({ name }) => [
    name,
    ...columns.map(([, { findings }]) => code(findings[name] ?? "not examined")),
  ]);
  return table(head, rows);
}

function describeVerb(words: string, verb: Verb): string {
  const args = verb.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`));
  const usage = ["akm", words, ...args, ...(verb.takesParams ? ["[--<param> <value> …]"] : [])].join(" ");
  const flags = verb.flags.map(({ name, short, value, summary }) => [
    code(`${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`),
    summary,
  ]);
  const parts = [`### \`${usage}\``, `${verb.summary.replace(/\.$/, "")}.`];
  return [...parts, ...(flags.length === 0 ? [] : [table(["flag", ""], flags)])].join("\n\n");
}

function boundRows(): string[][] {
  const c = contract;
  return [
    ["source file", bytes(c.SOURCE_FILE_BYTES_MAX)],
    ["steps", range(c.STEPS_MIN, c.STEPS_MAX)],
    ["params", upTo(c.PARAMS_MAX)],
    ["`inputs` of a step", upTo(c.STEP_INPUTS_MAX)],
    ["branches of a route", upTo(c.ROUTE_BRANCHES_MAX)],
    ["`outputs` of a run", upTo(c.RUN_OUTPUTS_MAX)],
    ["one step's instructions", bytes(c.INSTRUCTIONS_BYTES_MAX)],
    ["one schema", `${bytes(c.SCHEMA_BYTES_MAX)}, ${c.SCHEMA_DEPTH_MAX} levels`],
    ["checks in one validation", upTo(c.SCHEMA_CHECKS_MAX)],
    ["depth of any JSON value", `${c.JSON_DEPTH_MAX} levels`],
    ["items of a map", upTo(c.MAP_ITEMS_MAX)],
    [
      "`map.concurrency`",
      `${range(c.CONCURRENCY_MIN, c.CONCURRENCY_MAX)}, unset ${c.MAP_CONCURRENCY_DEFAULT}`,
    ],
    ["`gate.max_loops`", range(c.GATE_LOOPS_MIN, c.GATE_LOOPS_MAX)],
    ["`retry.max`", range(c.RETRY_MIN, c.RETRY_MAX)],
    ["`timeout`", `${range(c.TIMEOUT_MS_MIN, c.TIMEOUT_MS_MAX)} ms, or \`none\``],
    ["`timeout` of a command, unset", `${c.EXEC_TIMEOUT_DEFAULT_MS / 60_000} minutes`],
    ["words of a command", range(c.EXEC_COMMAND_ENTRIES_MIN, c.EXEC_COMMAND_ENTRIES_MAX)],
    ["one word of a command", bytes(c.EXEC_COMMAND_ENTRY_BYTES_MAX)],
    ["`exec.cwd`", `${c.EXEC_CWD_CHARS_MAX} characters`],
    ["`exec.pass_env`", `${range(c.EXEC_PASS_ENV_MIN, c.EXEC_PASS_ENV_MAX)} names`],
    ["kept of a command's stdout, and of its stderr", bytes(c.EXEC_STREAM_BYTES_MAX)],
    ["a failed unit's diagnostic", `${c.DIAGNOSTIC_CHARS_MAX} characters`],
    ["a step's displayed evidence", bytes(c.STEP_EVIDENCE_BYTES_MAX)],
    ["what a step hands on", bytes(c.ARTIFACT_BYTES_MAX)],
    ["a step's `inputs`, and a run's `outputs`, together", bytes(c.ATTACHED_BYTES_MAX)],
    ["a plan", bytes(c.PLAN_JSON_BYTES_MAX)],
    ["engine name", `${c.ENGINE_NAME_CHARS_MAX} characters`],
    ["engines of a plan", upTo(c.PLAN_ENGINES_MAX)],
  ];
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function code(word: string): string {
  return `\`${word}\``;
}

function range(low: number, high: number): string {
  return `${grouped(low)} to ${grouped(high)}`;
}

function upTo(high: number): string {
  return `at most ${grouped(high)}`;
}

function platformBytes({ posix, windows }: { posix: number; windows: number }): string[] {
  return [`${grouped(posix)} bytes`, `${grouped(windows)} bytes`];
}

function bytes(count: number): string {
  const units = ["bytes", "KiB", "MiB"];
  const power = units.findLastIndex((_, index) => count % 1024 ** index === 0 && count >= 1024 ** index);
  return `at most ${count / 1024 ** power} ${units[power]}`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US").replaceAll(",", " ");
}
