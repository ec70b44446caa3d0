import { EXEC_COMMAND_ENTRY_BYTES_MAX } from "../../../contract/index.ts";
import type { Position } from "../../workflow.ts";
import { type Conversion, shown } from "./conversion.ts";
import type { ImportedEnv } from "./import-env.ts";

const STOP = "$ErrorActionPreference = 'stop'\n";

/** How GitHub has each shell run a script, as an argv with the script in it. */
const SHELLS: Readonly<Record<string, (script: string) => string[]>> = {
  bash: (script) => ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script],
  sh: (script) => ["sh", "-e", "-c", script],
  pwsh: (script) => ["pwsh", "-NoProfile", "-Command", STOP + script],
  powershell: (script) => ["powershell", "-NoProfile", "-Command", STOP + script],
  python: (script) => ["python", "-c", script],
};

/** Without a `shell`, bash stops at a failed command and says nothing of pipes. */
const unstated = (script: string): string[] => ["bash", "-e", "-c", script];

/** Variables that GitHub sets, by the ways in which the shells read them. */
const GITHUB_VARIABLE = /(?:\$\{?|\$env:|%)((?:GITHUB|RUNNER|ACTIONS)_[A-Z0-9_]+)/gi;

export interface Script {
  text: string;
  at: Position;
  /** As written, or that of `defaults`. */
  shell?: string;
  env: ImportedEnv;
}

/** The argv that does what a `run` does; undefined, and refused, where none does. */
export function importRun({ text, at, shell, env }: Script, conversion: Conversion): string[] | undefined {
  if (text.trim() === "") return conversion.refuse(at, "`run` is empty");
  const missing = [...new Set([...text.matchAll(GITHUB_VARIABLE)].map(([, name = ""]) => name))].filter(
    (name) => !env.has(name),
  );
  if (missing.length > 0) {
    const names = missing.slice(0, 8).map((name) => `\`${name}\``);
    return conversion.refuse(at, `\`run\` reads ${names.join(", ")}, which only GitHub sets`);
  }
  const command = shell === undefined ? unstated : Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (command === undefined)
    return conversion.refuse(at, `the shell \`${shown(shell ?? "")}\` has no counterpart`);
  const words = command(text);
  const bytes = Math.max(...words.map((word) => Buffer.byteLength(word)));
  if (bytes <= EXEC_COMMAND_ENTRY_BYTES_MAX) return words;
  const most = `at most ${EXEC_COMMAND_ENTRY_BYTES_MAX} are taken`;
  return conversion.refuse(
    at,
    `\`run\` has ${bytes} bytes, ${most}; put it into a script of the project and call that`,
  );
}
