import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { examineAgent } from "../../src/dispatch/agent/conformance/index.ts";
import { createDispatcher } from "../../src/dispatch/index.ts";
import type { FrozenAgentEngine } from "../../src/plan/index.ts";
import type { AgentFinding } from "../../src/ports/index.ts";
import { AkmHome } from "../rig/akm-home.ts";
import { ModelStage } from "../rig/model-stage.ts";
import { type Installed, installAgent, WANTS_REAL_AGENTS } from "./install-agent.ts";
import { REAL_AGENTS, type RealAgent } from "./real-agents.ts";

const INSTALL_MS = 600_000;
/** The first start of some of them in a fresh home takes most of a minute. */
const UNIT_MS = 300_000;
const EXAMINATION_MS = 900_000;

/** What the documentation's table is made from; written anew by an examination. */
const RESULTS = join(import.meta.dirname, "RESULTS.json");

describe.each(REAL_AGENTS.map((agent): [string, RealAgent] => [agent.name, agent]))(
  "the real %s",
  (_, agent) => {
    let installed: Installed;

    beforeAll(() => {
      installed = installAgent(agent.package);
      if (!installed.ok) process.stdout.write(`skipped: ${agent.name}: ${installed.reason}\n`);
    }, INSTALL_MS);

    test("does a unit of a workflow, end to end", { timeout: UNIT_MS }, async ({ skip }) => {
      if (!installed.ok) return skip(installed.reason);
      const { home, stage, variables } = await open(agent);
      stage.play({ kind: "answer", text: "A heron." });
      const { platform, args = [], model } = agent;
      const envPassthrough = Object.keys(variables);
      const engine = { kind: "agent", platform, bin: installed.bin, args, envPassthrough };
      home.write(
        "conf/config.json",
        JSON.stringify({
          engines: { worker: model === undefined ? engine : { ...engine, model } },
          defaults: { engine: "worker" },
        }),
      );
      home.workflow("ask", "steps:\n  - id: bird", ["bird"]);
      const end = await home.start(["workflow", "run", "workflows/ask"], { env: variables }).ended;
      expect(end.stderr).not.toMatch(/"ok":false/);
      expect(end.json().workflow.steps[0]?.evidence.output).toBe("A heron.");
      expect(stage.received("Work.")).toBe(true);
      const status = home.akm(["workflow", "status", end.json().run.id, "--units"], { env: variables });
      expect(status.json().units).toMatchObject([{ status: "completed", runner: "agent", engine: "worker" }]);
    });

    test("masters the ten situations", { timeout: EXAMINATION_MS }, async ({ skip }) => {
      if (!installed.ok) return skip(installed.reason);
      if (!WANTS_REAL_AGENTS)
        return skip("every situation takes minutes: it is examined with AKM_REAL_AGENTS=1 alone");
      const findings = await examine(agent, installed.bin);
      note(agent, findings);
      expect(findings.filter(({ verdict }) => verdict === "fail")).toEqual([]);
    });
  },
);

async function open(agent: RealAgent) {
  const home = new AkmHome();
  const stage = await ModelStage.open();
  onTestFinished(() => stage.server.close());
  return { home, stage, variables: agent.setUp(home.root, stage.server.urls.origin) };
}

async function examine(agent: RealAgent, bin: string): Promise<AgentFinding[]> {
  const { home, stage, variables } = await open(agent);
  const dispatcher = createDispatcher({ environment: home.env(variables) });
  const { platform, args = [], model } = agent;
  const engine: FrozenAgentEngine = {
    kind: "agent",
    name: "worker",
    platform,
    bin,
    args,
    envPassthrough: Object.keys(variables),
  };
  try {
    return await examineAgent({
      dispatcher,
      engine: model === undefined ? engine : { ...engine, model },
      directory: home.root,
      stage,
      signal: new AbortController().signal,
      onFinding: ({ name, verdict, told }) =>
        process.stdout.write(`${agent.name}: ${name}: ${verdict} (${told.slice(0, 300)})\n`),
    });
  } finally {
    await dispatcher.dispose();
  }
}

type Results = Record<string, { version: string; findings: Record<string, string> }>;

function note(agent: RealAgent, findings: readonly AgentFinding[]): void {
  const told = Object.fromEntries(
    findings.map(({ name, verdict, told }) => [name, verdict === "pass" ? told : `${verdict}: ${told}`]),
  );
  const results = { ...readResults(), [agent.name]: { version: agent.package.version, findings: told } };
  const inOrder = REAL_AGENTS.flatMap(({ name }) =>
    results[name] === undefined ? [] : [[name, results[name]]],
  );
  writeFileSync(RESULTS, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
}

function readResults(): Results {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8")) as Results;
  } catch {
    return {};
  }
}
