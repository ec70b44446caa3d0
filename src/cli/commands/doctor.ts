import type { Machine } from "../../compose.ts";
import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { type Call, switchOn, textFlag } from "../call.ts";
import { type Check, fail } from "../doctor/check.ts";
import { checkEngines } from "../doctor/engines/engine-checks.ts";
import { checkGit, checkHostConcurrency, checkNode, checkTerminal } from "../doctor/machine-checks.ts";
import { checkBundles, checkConfig } from "../doctor/project-checks.ts";
import { checkDatabase, checkDataDirectory, checkDriver, checkLocks } from "../doctor/state-checks.ts";
import { paintStatus } from "../render/words.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";

export const doctor: Verb = {
  summary: "Check what akm needs of this machine, each trouble with its remedy",
  arguments: [],
  flags: [
    { name: "engine", value: "name", summary: "Look at this engine alone" },
    { name: "probe", summary: "Ask each model server whether it is there" },
  ],
  worksWithBrokenConfig: true,
  example: "akm doctor --probe",
  run: examine,
};

async function examine(call: Call): Promise<Answer> {
  const only = textFlag(call, "engine");
  const probe = switchOn(call, "probe");
  const checks =
    only === undefined
      ? [...(await machineChecks(call)), ...(await engineChecks(call.machine, probe))]
      : await checkEngines(call.machine, { only, probe });
  return {
    ending: { kind: checks.some(({ status }) => status === "fail") ? "found-wanting" : "done" },
    result: {
      envelope: {
        ok: true,
        shape: "doctor",
        schemaVersion: RESULT_SCHEMA_VERSION,
        checks: checks.map((check) => ({ ...check })),
      },
      text: (style) => checks.map((check) => checkLine(check, style)).join("\n"),
    },
  };
}

function machineChecks({ machine, host }: Call): Promise<Check[]> {
  return Promise.all([
    checkNode(process.version),
    examined("sqlite-driver", () => checkDriver(machine)),
    examined("data-directory", () => checkDataDirectory(machine)),
    examined("state-database", () => checkDatabase(machine)),
    examined("run-locks", () => checkLocks(machine)),
    examined("config", () => checkConfig(machine)),
    examined("bundles", () => checkBundles(machine)),
    checkGit(host.env),
    examined("host-concurrency", () => checkHostConcurrency(machine)),
    checkTerminal(host),
  ]);
}

/** None where the configuration cannot be read, which a check of its own says. */
async function engineChecks(machine: Machine, probe: boolean): Promise<Check[]> {
  try {
    return await checkEngines(machine, { probe });
  } catch (error) {
    if (error instanceof AkmError && error.code === "INVALID_CONFIG_FILE") return [];
    throw error;
  }
}

/** What cannot even be looked at has failed, for the reason it gives. */
async function examined(id: string, look: () => Promise<Check>): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof AkmError) return fail(id, error.message, error.hint ?? "See the message.");
    return fail(id, error instanceof Error ? error.message : String(error), "Install akm again.");
  }
}

function checkLine({ id, status, message, fix }: Check, style: Style): string {
  const line = `${paintStatus(style)(status)}  ${id.padEnd(16)}  ${message}`;
  return fix === undefined ? line : `${line}\n${" ".repeat(24)}${fix}`;
}
