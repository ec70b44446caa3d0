import { TIMEOUT_MS_MAX } from "../../../contract/index.ts";
import { execCwdProblem } from "../../exec-cwd.ts";
import { entryOf, type YamlEntry, type YamlNode } from "../../yaml/yaml-node.ts";
import { type Conversion, shown } from "./conversion.ts";
import { type ImportedEnv, importEnv } from "./import-env.ts";
import { importRun } from "./import-run.ts";

/** What a step takes where it says nothing itself. */
export interface RunDefaults {
  shell?: string;
  cwd?: string;
  env: ImportedEnv;
}

export interface ImportedStep {
  /** As written. */
  id?: string;
  /** What an id can be made of where none is written. */
  called: string;
  name?: string;
  /** Of the source. */
  line: number;
  command: string[];
  cwd?: string;
  timeout?: string;
  goesOn: boolean;
  env: ImportedEnv;
}

/** Conditions under which a step runs anyway. */
const ALWAYS_MET = /^(?:\$\{\{\s*)?(?:success\(\)|true)(?:\s*\}\})?$/;

/** A step with a command; undefined for one that is left out, and for one that was refused. */
export function importStep(
  node: YamlNode,
  defaults: RunDefaults,
  conversion: Conversion,
): ImportedStep | undefined {
  const uses = entryOf(node, "uses");
  if (uses !== undefined) return importUses(uses, node, conversion);
  const run = entryOf(node, "run");
  const read: Partial<Record<"id" | "name" | "shell" | "cwd" | "timeout" | "run", string>> = {};
  let env = defaults.env;
  let goesOn = false;
  const take = (key: keyof typeof read) => (entry: YamlEntry) => {
    const text = conversion.text(entry);
    if (text !== undefined) read[key] = text;
  };
  conversion.each(node, "a step", {
    id: take("id"),
    name: (entry) => {
      if (entry.value.kind === "scalar") read.name = entry.value.source;
    },
    run: take("run"),
    shell: take("shell"),
    "working-directory": take("cwd"),
    env: (entry) => {
      env = new Map([...defaults.env, ...importEnv(entry, conversion)]);
    },
    "timeout-minutes": (entry) => {
      const timeout = importMinutes(entry, conversion);
      if (timeout !== undefined) read.timeout = timeout;
    },
    "continue-on-error": (entry) => {
      goesOn = importSwitch(entry, conversion);
    },
    if: (entry) => importCondition(entry, conversion),
  });
  if (run === undefined) {
    if (node.kind === "mapping") conversion.refuse(node.at, "a step has neither `run` nor `uses`");
    return undefined;
  }
  const cwd = read.cwd ?? defaults.cwd;
  const cwdProblem = cwd === undefined ? undefined : execCwdProblem(cwd);
  if (cwdProblem !== undefined) conversion.refuse(node.at, `\`working-directory\` ${cwdProblem}`);
  if (read.run === undefined) return undefined;
  const shell = read.shell ?? defaults.shell;
  const script = { text: read.run, at: run.value.at, env, ...(shell === undefined ? {} : { shell }) };
  const command = importRun(script, conversion);
  if (command === undefined) return undefined;
  return {
    called: read.name ?? read.run,
    line: node.at.line,
    command,
    goesOn,
    env,
    ...(read.id === undefined ? {} : { id: read.id }),
    ...(read.name === undefined ? {} : { name: read.name }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(read.timeout === undefined ? {} : { timeout: read.timeout }),
  };
}

/** Whole minutes as a timeout of ours, and null-like values as none. */
export function importMinutes(entry: YamlEntry, conversion: Conversion): string | undefined {
  const text = conversion.text(entry);
  if (text === undefined) return undefined;
  const minutes = Number(text);
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(text) && minutes * 60_000 >= 1 && minutes * 60_000 <= TIMEOUT_MS_MAX)
    return Number.isInteger(minutes) ? `${minutes}m` : `${Math.round(minutes * 60_000)}ms`;
  return conversion.refuse(entry.value.at, `\`${entry.key}\` is no number of minutes: ${shown(text)}`);
}

function importSwitch(entry: YamlEntry, conversion: Conversion): boolean {
  const text = conversion.text(entry);
  if (text === undefined || text === "false") return false;
  if (text === "true") return true;
  conversion.refuse(entry.value.at, `\`${entry.key}\` is neither true nor false`);
  return false;
}

function importCondition({ key, keyAt, value }: YamlEntry, conversion: Conversion): void {
  const text = value.kind === "scalar" ? value.source.trim() : "";
  if (ALWAYS_MET.test(text)) conversion.drop(keyAt, `\`${key}: ${text}\` is how every step runs`);
  else conversion.refuse(keyAt, `a condition has no counterpart: \`${key}: ${shown(text)}\``);
}

/** Actions that do here what nobody needs, by their locator without a version; `alone` says which inputs change that. */
const NEEDLESS: readonly { action: RegExp; why: string; unless?: readonly string[] }[] = [
  {
    action: /^actions\/checkout$/,
    why: "the steps work in the project as it lies on this machine",
    unless: ["repository", "ref", "path"],
  },
  {
    action: /(?:^|[/-])(?:setup|toolchain|install)(?:$|[/-])/i,
    why: "install what it sets up on this machine, once",
  },
  { action: /(?:^|[/-])cache(?:$|[/-])/i, why: "what a step leaves on disk is there the next time" },
  { action: /^actions\/upload-(?:pages-)?artifact$/, why: "the files stay where the step before wrote them" },
];

function importUses(uses: YamlEntry, node: YamlNode, conversion: Conversion): undefined {
  const locator = conversion.text(uses);
  if (locator === undefined) return undefined;
  const needless = /^[^./][^@\s]*@/.test(locator)
    ? NEEDLESS.find(({ action }) => action.test(locator.replace(/@.*$/, "")))
    : undefined;
  if (needless === undefined)
    return conversion.refuse(
      uses.value.at,
      `\`${shown(locator)}\` has no counterpart; call the program that does the work`,
    );
  const input = entryOf(node, "with")?.value;
  const given = input?.kind === "mapping" ? input.entries : [];
  for (const { key, keyAt } of given)
    if (needless.unless?.includes(key) === true)
      conversion.refuse(
        keyAt,
        `\`${key}\` of \`${shown(locator)}\` has no counterpart: the project is not changed`,
      );
  conversion.drop(uses.value.at, `\`${shown(locator)}\`${settingsOf(given)} is left out: ${needless.why}`);
  return undefined;
}

/** The versions and options that an action was given, so that they can be seen to by hand. */
function settingsOf(entries: readonly YamlEntry[]): string {
  const settings = entries.flatMap(({ key, value }) =>
    value.kind === "scalar" && value.source !== "" ? [`${key}: ${value.source}`] : [],
  );
  return settings.length === 0 ? "" : ` (${shown(settings.join(", "))})`;
}
