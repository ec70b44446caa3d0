import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import type { Machine } from "../../../compose.ts";
import { PLATFORM_BINARIES } from "../../../contract/index.ts";
import type { AgentEngineConfig, Config } from "../../../workspace/index.ts";
import { type Check, fail, pass } from "../check.ts";

const VERSION_MS_MAX = 15_000;

/** Whether an agent's program is there and which version it is; of programs that nobody here knows only the former. */
export async function checkAgentEngine(
  machine: Machine,
  name: string,
  config: AgentEngineConfig,
  { engines = {} }: Config,
): Promise<Check> {
  const id = `engine ${name}`;
  const { platform, llmEngine } = config;
  const program = config.bin ?? PLATFORM_BINARIES[platform] ?? platform;
  const path = await locate(machine, program);
  if (path === undefined)
    return fail(
      id,
      `${program} cannot be run here.`,
      `Install it, or set engines.${name}.bin to where it is.`,
    );
  if (llmEngine !== undefined && engines[llmEngine]?.kind !== "llm") {
    const fix = `Configure engines.${llmEngine} as kind llm, or take engines.${name}.llmEngine out.`;
    return fail(id, `Its llmEngine ${llmEngine} is no configured model.`, fix);
  }
  const isKnown = PLATFORM_BINARIES[platform] !== undefined;
  const version = isKnown ? await versionOf(path, machine.env) : undefined;
  if (isKnown && version === undefined)
    return fail(id, `${path} does not tell its version.`, `Try ${program} --version, and install it again.`);
  return pass(id, [`${platform} by ${path}`, ...(version === undefined ? [] : [version])].join(", "));
}

/** A bare word is looked up on PATH, a path is taken as it is. */
async function locate(machine: Machine, program: string): Promise<string | undefined> {
  if (!/[/\\]/.test(program)) return (await machine.disk()).findOnPath(program, machine.env);
  const path = resolve((await machine.workspace()).cwd, program);
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

function versionOf(path: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return new Promise((settle) => {
    const child = execFile(path, ["--version"], { env, timeout: VERSION_MS_MAX }, (error, stdout) => {
      const line = stdout.trim().split("\n", 1)[0] ?? "";
      settle(error === null && line !== "" ? line.slice(0, 80) : undefined);
    });
    child.stdin?.end();
  });
}
