import { AGENT_DISMISSAL_MS } from "../../../contract/index.ts";
import { watchAbort } from "../../process/abort-watch.ts";
import { identifyProcess } from "../../process/process-identity.ts";
import { AgentProcess } from "../agent-process.ts";
import { type AgentReport, emptyReport } from "../agent-report.ts";
import { asRecord } from "../json-fields.ts";
import { launchAgent } from "../launch-agent.ts";
import type { AgentAttempt, AgentEnding, AgentRun, Platform } from "../platform.ts";
import { converse } from "./converse.ts";
import { readUpdate } from "./read-update.ts";
import { Wire } from "./wire.ts";

/** Any agent that speaks the Agent Client Protocol over stdio: one process and one session an attempt. */
export const acp: Platform = async (host, attempt) => {
  const sdk = await import("@agentclientprotocol/sdk");
  const launched = await launchAgent(attempt, {
    program: undefined,
    args: [],
    environment: attempt.environment,
    stdin: "pipe",
  });
  if (!launched.ok) return launched;
  const agent = new AgentProcess(host.processes, launched.command);
  attempt.onProcess(() => identifyProcess(agent.pid));
  const report = emptyReport();
  const wire = new Wire(launched.command.stdin, (method, params) => {
    if (method !== sdk.methods.client.session.update) return;
    readUpdate(asRecord(asRecord(params)?.update), report, attempt.progress);
  });
  return await talk({ agent, attempt, wire, report }, converse(sdk, wire, attempt, report));
};

interface Talk {
  agent: AgentProcess;
  attempt: AgentAttempt;
  wire: Wire;
  report: AgentReport;
}

/** Follows the process while it is talked to; whichever ends first ends the other. */
async function talk({ agent, attempt, wire, report }: Talk, conversation: Promise<void>): Promise<AgentRun> {
  const stop = new AbortController();
  const unwatch = watchAbort(attempt.signal, () => stop.abort());
  if (attempt.signal.aborted) stop.abort();
  const followed = agent.follow({
    onOutput: (chunk) => wire.receive(chunk),
    timeoutMs: attempt.timeoutMs,
    signal: stop.signal,
  });
  const talked = conversation.then(() => dismiss(wire, stop));
  const { ending, stderr, isCut } = await followed;
  wire.close();
  clearTimeout(await talked);
  unwatch();
  const ended: AgentEnding = report.isFinal ? { kind: "dismissed" } : ending;
  return { ok: true, ending: ended, report, stderr, isCut };
}

/** Closes its stdin, at which an agent exits; what does not is ended. */
function dismiss(wire: Wire, stop: AbortController): NodeJS.Timeout {
  wire.hangUp();
  return setTimeout(() => stop.abort(), AGENT_DISMISSAL_MS);
}
