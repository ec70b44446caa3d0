import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { AkmError } from "../../../errors/index.ts";
import type { FrozenAgentEngine } from "../../../plan/index.ts";
import type { AgentFinding } from "../../../ports/index.ts";
import type { Call } from "../../call.ts";
import type { InterruptSignal } from "../../exit.ts";
import { paintStatus } from "../../render/words.ts";
import { watchForStop } from "../../runs/stop-signal.ts";
import { type Check, fail, pass } from "../check.ts";

export interface EngineExamination {
  check: Check;
  findings: AgentFinding[];
  /** What cut it short, if anything did. */
  signal: InterruptSignal | undefined;
}

/**
 * Puts a configured agent into the situations of the conformance kit, in a directory of its own that is removed afterwards. Errors:
 * `ENGINE_UNKNOWN`, `INVALID_FLAG_VALUE` for an engine that is no agent, `INVALID_CONFIG_FILE`.
 */
export async function examineEngine(call: Call, name: string): Promise<EngineExamination> {
  const engine = await requireAgent(call, name);
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "akm-conformance-")));
  const { say } = call;
  const examiner = await call.machine.agentExaminer();
  const stop = watchForStop(
    call.host,
    undefined,
    (signal) => say.notice(`${signal}: stopping. Once more stops at once.`),
    { killAllNow: () => examiner.killAllNow(), releaseLocksNow: () => undefined },
  );
  try {
    say.notice(`Putting ${name} into ten situations, which asks its model and may take some minutes.`);
    const findings = await examiner.examine({
      engine,
      directory,
      signal: stop.signal,
      onFinding: (finding) => say.progress(`${paintStatus(say.style)(finding.verdict)}  ${finding.name}`),
    });
    return { check: judged(name, findings), findings, signal: stop.cause() as InterruptSignal | undefined };
  } finally {
    stop.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function requireAgent({ machine }: Call, name: string): Promise<FrozenAgentEngine> {
  const [workspace, { gatherAllEngines }, { freezeConfiguredEngine }] = await Promise.all([
    machine.workspace(),
    machine.disk(),
    machine.plan(),
  ]);
  const { config } = await workspace.config();
  const configFile = workspace.configFiles().at(-1)?.path ?? "";
  const { directories } = workspace;
  const catalogue = await gatherAllEngines({ config, directories, configFile, env: machine.env });
  const engine = freezeConfiguredEngine(name, catalogue);
  if (engine.kind === "agent") return atAbsolutePath(engine, workspace.cwd);
  throw new AkmError(
    "INVALID_FLAG_VALUE",
    `--conformance is for coding agents, and ${name} is a model behind a server.`,
    { hint: `Ask whether the server is there: akm doctor --engine ${name} --probe` },
  );
}

/** The agent works elsewhere than where its program was named from. */
function atAbsolutePath(engine: FrozenAgentEngine, cwd: string): FrozenAgentEngine {
  const { bin } = engine;
  return bin === undefined || !/[/\\]/.test(bin) ? engine : { ...engine, bin: resolve(cwd, bin) };
}

function judged(name: string, findings: readonly AgentFinding[]): Check {
  const id = `conformance ${name}`;
  const failed = findings.filter(({ verdict }) => verdict === "fail").map((finding) => finding.name);
  const passed = findings.filter(({ verdict }) => verdict === "pass").length;
  const counts = `${passed} passed, ${failed.length} failed, ${findings.length - passed - failed.length} not examined.`;
  if (failed.length === 0) return pass(id, counts);
  return fail(
    id,
    counts,
    `See what it did at ${failed.join(", ")}; docs/engines.md says what an agent must do to be taken at its word.`,
  );
}
