import { type AgentHost, createAgentHost } from "../../src/dispatch/agent/agent-host.ts";
import { dispatchAgent } from "../../src/dispatch/agent/dispatch-agent.ts";
import { LlmHost } from "../../src/dispatch/llm/llm-host.ts";
import { createProcessHost } from "../../src/dispatch/process/process-host.ts";
import type { FrozenAgentEngine } from "../../src/plan/index.ts";
import type { DispatchRequest } from "../../src/ports/index.ts";
import type { AttemptOutcome, ProcessIdentity } from "../../src/run/index.ts";
import { requestOf } from "./dispatch-command.ts";

/** How a test wants an agent asked; whatever it leaves out is an ordinary unit without a schema or a timeout. */
export interface AgentCase extends Partial<Omit<DispatchRequest, "target" | "context" | "prompt">> {
  engine: FrozenAgentEngine;
  prompt?: string;
  context?: Partial<DispatchRequest["context"]>;
  host?: AgentHost;
  environment?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  redact?: (text: string) => string;
  onProcess?: (identity: () => ProcessIdentity) => void;
}

export interface AgentDispatched {
  outcome: AttemptOutcome;
  warnings: string[];
  progress: string[];
  durationMs: number;
}

export function agentHost(environment: NodeJS.ProcessEnv = process.env): AgentHost {
  return createAgentHost(createProcessHost(environment, process.platform), new LlmHost(environment));
}

/** Has a real process answer through the real dispatcher. */
export async function dispatchTo(agentCase: AgentCase): Promise<AgentDispatched> {
  const { engine, prompt, host, environment, signal, redact, onProcess, ...rest } = agentCase;
  const warnings: string[] = [];
  const progress: string[] = [];
  const base = requestOf({ command: ["unused"], ...rest });
  const text = prompt ?? "Name a bird.\n";
  const startedAt = performance.now();
  const outcome = await dispatchAgent(host ?? agentHost(environment), {
    request: { ...base, target: { kind: "command", engine }, prompt: () => ({ text, parts: [] }) },
    engine,
    signal: signal ?? new AbortController().signal,
    events: {
      onProcess: onProcess ?? (() => undefined),
      onWarning: (message) => warnings.push(message),
      onProgress: (line) => progress.push(line),
    },
    ...(redact === undefined ? {} : { redact }),
  });
  return { outcome, warnings, progress, durationMs: performance.now() - startedAt };
}
