import type { FrozenAgentEngine } from "../../plan/index.ts";
import type { DispatchEvents, DispatchRequest } from "../../ports/index.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import { readApiKey } from "../llm/api-key.ts";
import { createScrub, type Scrub } from "../llm/scrub.ts";
import { agentEnvironment } from "./agent-environment.ts";
import type { AgentHost } from "./agent-host.ts";
import { concludeAgent } from "./conclude-agent.ts";
import { failed } from "./outcome.ts";
import type { AgentAttempt } from "./platform.ts";
import { PLATFORMS } from "./platforms.ts";
import { AgentProgress } from "./progress.ts";

export interface AgentDispatch {
  request: DispatchRequest;
  engine: FrozenAgentEngine;
  signal: AbortSignal;
  events: DispatchEvents;
  /** Takes the run's secrets out of a text. */
  redact?: Scrub;
}

/**
 * Has a coding agent do one attempt (spec engines.md, agents.md). Every outcome is a value. Nothing of the attempt lives on
 * afterwards but a server that units share, which {@link disposeAgentServers} ends.
 */
export async function dispatchAgent(host: AgentHost, dispatch: AgentDispatch): Promise<AttemptOutcome> {
  const { request, engine, signal } = dispatch;
  if (signal.aborted) return failed("aborted", "It was cancelled before its agent was started.");
  const environment = agentEnvironment(host.processes, request, engine);
  if (!environment.ok) return environment.failure;
  const { llmEngine } = engine;
  const key = llmEngine === undefined ? undefined : readApiKey(llmEngine, host.llm);
  if (key?.ok === false) return failed("env_unresolved", key.message);
  const attempt = attemptOf(dispatch, environment, key?.value);
  const run = await PLATFORMS[engine.platform](host, attempt);
  return run.ok ? concludeAgent(run, attempt) : run.failure;
}

function attemptOf(
  { request, engine, signal, events, redact }: AgentDispatch,
  { variables, shared }: Extract<ReturnType<typeof agentEnvironment>, { ok: true }>,
  modelKey: string | undefined,
): AgentAttempt {
  const scrub = createScrub(redact, modelKey);
  return {
    engine,
    prompt: request.prompt().text,
    schema: request.outputSchema,
    modelKey,
    directory: request.cwd,
    environment: variables,
    sharedEnvironment: shared,
    timeoutMs: request.timeoutMs,
    signal,
    scrub,
    progress: new AgentProgress(events.onProgress?.bind(events), scrub),
    onProcess: (identity) => events.onProcess(identity),
    onWarning: (message) => events.onWarning(`engine ${engine.name}: ${message}`),
  };
}
