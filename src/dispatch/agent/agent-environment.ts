import type { FrozenAgentEngine } from "../../plan/index.ts";
import type { DispatchRequest } from "../../ports/index.ts";
import { contextVariables, findOversize } from "../process/context.ts";
import type { Failure } from "../process/outcome.ts";
import type { ProcessHost } from "../process/process-host.ts";
import { unitEnvironment } from "../process/unit-environment.ts";
import type { Variables } from "../process/variables.ts";

export type AgentEnvironment =
  | {
      ok: true;
      variables: Variables;
      /** Without the unit's context. */
      shared: Variables;
    }
  | { ok: false; failure: Failure };

const IDENTITY = ["AKM_RUN_ID", "AKM_STEP_ID", "AKM_UNIT_ID", "AKM_DISPATCH_ID", "AKM_ATTEMPT"];

/** What an agent's process sees: what a command would, the names its engine passes through, and the context as far as it fits. */
export function agentEnvironment(
  host: ProcessHost,
  request: DispatchRequest,
  { envPassthrough }: FrozenAgentEngine,
): AgentEnvironment {
  const environment = unitEnvironment(host, request, envPassthrough, {});
  if (!environment.ok) return environment;
  const context = fittingContext(request, host.platform);
  return {
    ok: true,
    shared: environment.variables,
    variables: { ...environment.variables, ...context },
  };
}

/** The prompt has all of it, so content that the system could not hand over is left out here: who the unit is, is always there. */
function fittingContext(request: DispatchRequest, platform: NodeJS.Platform): Variables {
  const context = contextVariables(request);
  if (findOversize(context, platform) === undefined) return context;
  return Object.fromEntries(Object.entries(context).filter(([name]) => IDENTITY.includes(name)));
}
