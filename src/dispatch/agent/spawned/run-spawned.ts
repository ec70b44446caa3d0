import { identifyProcess } from "../../process/process-identity.ts";
import type { AgentHost } from "../agent-host.ts";
import { AgentProcess } from "../agent-process.ts";
import { launchAgent } from "../launch-agent.ts";
import { failed } from "../outcome.ts";
import type { AgentAttempt, AgentRun, Platform } from "../platform.ts";
import { Linger } from "./linger.ts";
import { ScratchDirectory } from "./scratch-directory.ts";
import type { Invocation, SpawnedPlatform } from "./spawned-platform.ts";

/** A platform whose attempts are one process each. */
export function spawned(platform: SpawnedPlatform): Platform {
  return async (host, attempt) => {
    const scratch = new ScratchDirectory();
    try {
      const invocation = platform.invoke({
        engine: attempt.engine,
        prompt: attempt.prompt,
        schema: attempt.schema,
        writeFile: (name, content) => scratch.writeFile(name, content),
      });
      return await runInvocation(host, attempt, platform, invocation);
    } finally {
      scratch.remove();
    }
  };
}

async function runInvocation(
  host: AgentHost,
  attempt: AgentAttempt,
  platform: SpawnedPlatform,
  invocation: Invocation,
): Promise<AgentRun> {
  if ("refusal" in invocation) return { ok: false, failure: failed("agent_error", invocation.refusal) };
  const { args, stdin } = invocation;
  const launched = await launchAgent(attempt, {
    program: platform.program,
    args,
    environment: attempt.environment,
    stdin: stdin === undefined ? undefined : "pipe",
  });
  if (!launched.ok) return launched;
  const agent = new AgentProcess(host.processes, launched.command);
  attempt.onProcess(() => identifyProcess(agent.pid));
  launched.command.stdin?.end(stdin);
  return await follow(agent, attempt, platform);
}

async function follow(
  agent: AgentProcess,
  attempt: AgentAttempt,
  platform: SpawnedPlatform,
): Promise<AgentRun> {
  const { engine, schema, progress, environment, directory } = attempt;
  const reader = platform.read({ engine, schema, progress });
  const linger = new Linger(() => reader.isFinal, attempt.signal);
  const { ending, stderr, isCut } = await agent.follow({
    onOutput: (chunk) => {
      reader.append(chunk);
      linger.postpone();
    },
    timeoutMs: attempt.timeoutMs,
    signal: linger.signal,
  });
  linger.clear();
  const report = reader.report({ exitCode: ending.kind === "exited" ? ending.exitCode : null, stderr });
  const { sessionId } = report.usage;
  if (sessionId !== undefined) {
    const transcriptPath = platform.findTranscript?.(sessionId, { environment, directory });
    if (transcriptPath !== undefined) report.usage.transcriptPath = transcriptPath;
  }
  const lingered = ending.kind === "aborted" && linger.isOver;
  return { ok: true, ending: lingered ? { kind: "lingered" } : ending, report, stderr, isCut };
}
