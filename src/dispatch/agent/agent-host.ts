import type { LlmHost } from "../llm/llm-host.ts";
import type { ProcessHost } from "../process/process-host.ts";
import type { OpencodeServers } from "./opencode-sdk/opencode-servers.ts";

/** What the agents of one dispatcher share. Cheap to make. */
export interface AgentHost {
  processes: ProcessHost;
  /** That of the models, whose servers an engine can lend its agent. */
  llm: LlmHost;
  /** Made by the first unit that asks for one. */
  opencodeServers?: OpencodeServers;
}

/** @param processes the dispatcher's own, so that a second Ctrl-C finds the agents too */
export function createAgentHost(processes: ProcessHost, llm: LlmHost): AgentHost {
  return { processes, llm };
}

/** Ends every server that units were sharing; resolves once they are gone. Never rejects. */
export async function disposeAgentServers(host: AgentHost): Promise<void> {
  await host.opencodeServers?.dispose();
}
