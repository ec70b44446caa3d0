import type { ProcessHost } from "../process/process-host.ts";
import type { OpencodeServers } from "./opencode-sdk/opencode-servers.ts";

/** What the agents of one dispatcher share. Cheap to make. */
export interface AgentHost {
  processes: ProcessHost;
  /** A variable of akm's own environment, undefined where it is not set or empty. */
  variable(name: string): string | undefined;
  /** Made by the first unit that asks for one. */
  opencodeServers?: OpencodeServers;
}

/** @param processes the dispatcher's own, so that a second Ctrl-C finds the agents too */
export function createAgentHost(processes: ProcessHost, environment: NodeJS.ProcessEnv): AgentHost {
  return { processes, variable: (name) => environment[name]?.trim() || undefined };
}

/** Ends every server that units were sharing; resolves once they are gone. Never rejects. */
export async function disposeAgentServers(host: AgentHost): Promise<void> {
  await host.opencodeServers?.dispose();
}
