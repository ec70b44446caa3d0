import type { Machine } from "../../../compose.ts";
import { AkmError } from "../../../errors/index.ts";
import { didYouMean } from "../../../lib/index.ts";
import type { Config, EngineConfig } from "../../../workspace/index.ts";
import { type Check, fail, pass } from "../check.ts";
import { checkAgentEngine } from "./agent-engine.ts";
import { checkLlmEngine } from "./llm-engine.ts";

export interface EngineCheckOptions {
  /** The only engine to look at. */
  only?: string;
  /** Ask each endpoint whether it is there. */
  probe: boolean;
}

/** Every configured engine, and whether the settings that name one name one that is there. Errors: `ENGINE_UNKNOWN`. */
export async function checkEngines(machine: Machine, { only, probe }: EngineCheckOptions): Promise<Check[]> {
  const { config } = await (await machine.workspace()).config();
  const engines = config.engines ?? {};
  if (only !== undefined && !Object.hasOwn(engines, only)) throw unknownEngine(only, Object.keys(engines));
  const looked = Object.entries(engines).filter(([name]) => only === undefined || name === only);
  const checks = looked.map(([name, engine]) => checkEngine(machine, name, engine, config, probe));
  return [...(only === undefined ? [checkNames(config)] : []), ...(await Promise.all(checks))];
}

function checkEngine(
  machine: Machine,
  name: string,
  engine: EngineConfig,
  config: Config,
  probe: boolean,
): Promise<Check> {
  return engine.kind === "llm"
    ? checkLlmEngine(machine, name, engine, probe)
    : checkAgentEngine(machine, name, engine, config);
}

function checkNames({ engines = {}, defaults, workflow }: Config): Check {
  const names = Object.keys(engines);
  const named = { "defaults.engine": defaults?.engine, "workflow.judgeEngine": workflow?.judgeEngine };
  const astray = Object.entries(named).filter(([, name]) => name !== undefined && !names.includes(name));
  if (astray.length > 0) {
    return fail(
      "engines",
      `${astray.map(([setting, name]) => `${setting} names ${name}`).join(" and ")}, which is not configured.`,
      `Configure it under engines, or name one of ${names.join(", ") || "those you configure"}.`,
    );
  }
  if (names.length > 0) return pass("engines", `Configured: ${names.join(", ")}.`);
  return pass("engines", "None is configured; workflows of commands need none.");
}

function unknownEngine(name: string, names: readonly string[]): AkmError {
  const near = didYouMean(name, names);
  return new AkmError(
    "ENGINE_UNKNOWN",
    `No engine "${name}" is configured${near === undefined ? "" : `; did you mean ${near}?`}`,
    {
      hint:
        names.length === 0
          ? "`akm config set engines.<name> …` configures one."
          : `Configured: ${names.join(", ")}.`,
    },
  );
}
