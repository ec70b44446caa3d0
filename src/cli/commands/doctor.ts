import type { Machine } from "../../compose.ts";
import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { AgentFinding } from "../../ports/index.ts";
import { type Call, switchOn, textFlag } from "../call.ts";
import { type Check, fail } from "../doctor/check.ts";
import { checkEngines } from "../doctor/engines/engine-checks.ts";
import { checkGit, checkHostConcurrency, checkNode, checkTerminal } from "../doctor/machine-checks.ts";
import { checkBundles, checkConfig } from "../doctor/project-checks.ts";
import { checkDatabase, checkDataDirectory, checkDriver, checkLocks } from "../doctor/state-checks.ts";
import { paintStatus, shortValue } from "../render/words.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";

/** Of the longest verdict on a situation. */
const VERDICT_WIDTH = "not examined".length;

export const doctor: Verb = {
  summary: "Check what akm needs of this machine, each trouble with its remedy",
  arguments: [],
  flags: [
    { name: "engine", value: "name", summary: "Look at this engine alone" },
    { name: "probe", summary: "Ask each model server whether it is there" },
    { name: "conformance", summary: "With --engine: put that agent into ten situations, some minutes long" },
  ],
  worksWithBrokenConfig: true,
  example: "akm doctor --engine coder --conformance",
  run: examine,
};

async function examine(call: Call): Promise<Answer> {
  const only = textFlag(call, "engine");
  const probe = switchOn(call, "probe");
  if (only === undefined) {
    if (switchOn(call, "conformance")) throw noAgentNamed();
    return answered([...(await machineChecks(call)), ...(await engineChecks(call.machine, probe))]);
  }
  const checks = await checkEngines(call.machine, { only, probe });
  if (!switchOn(call, "conformance") || hasFailure(checks)) return answered(checks);
  const { examineEngine } = await import("../doctor/engines/examine-engine.ts");
  const { check, findings, signal } = await examineEngine(call, only);
  const answer = answered([...checks, check], findings);
  return signal === undefined
    ? answer
    : { ...answer, ending: { kind: "run-stopped", reason: "interrupted", signal } };
}

/** `findings` where an agent was examined: `conformance` in the envelope, a line each in text. */
function answered(checks: readonly Check[], findings?: readonly AgentFinding[]): Answer {
  const envelope = {
    ok: true,
    shape: "doctor",
    schemaVersion: RESULT_SCHEMA_VERSION,
    checks: checks.map((check) => ({ ...check })),
  };
  return {
    ending: { kind: hasFailure(checks) ? "found-wanting" : "done" },
    result: {
      envelope:
        findings === undefined
          ? envelope
          : { ...envelope, conformance: findings.map((finding) => ({ ...finding })) },
      text: (style) =>
        [
          ...checks.map((check) => checkLine(check, style)),
          ...(findings ?? []).map((finding) => findingLine(finding, style)),
        ].join("\n"),
    },
  };
}

function hasFailure(checks: readonly Check[]): boolean {
  return checks.some(({ status }) => status === "fail");
}

function noAgentNamed(): AkmError {
  return new AkmError("MISSING_REQUIRED_ARGUMENT", "--conformance needs to be told which agent to examine.", {
    hint: `For example: ${doctor.example}`,
  });
}

async function machineChecks({ machine, host }: Call): Promise<Check[]> {
  const checks = await Promise.all([
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
  return checks.filter(isFirstOfItsTrouble);
}

/** A configuration that cannot be read is in the way of several checks, and told of by the first alone. */
function isFirstOfItsTrouble({ status, message }: Check, index: number, checks: readonly Check[]): boolean {
  return status !== "fail" || checks.findIndex((check) => check.message === message) === index;
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

function findingLine({ name, verdict, told }: AgentFinding, style: Style): string {
  const gap = " ".repeat(VERDICT_WIDTH - verdict.length);
  return `${paintStatus(style)(verdict)}${gap}  ${name.padEnd(18)}  ${shortValue(told)}`;
}
