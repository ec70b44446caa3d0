import { contextVariables, findOversize } from "../process/context.ts";
import type { Launch } from "../process/launch.ts";
import { findNul } from "../process/nul-byte.ts";
import { type Failure, failed } from "../process/outcome.ts";
import type { ProcessHost } from "../process/process-host.ts";
import { unitEnvironment } from "../process/unit-environment.ts";
import type { CommandDispatch } from "./command-dispatch.ts";
import { resolveCwd } from "./cwd.ts";

export type Prepared = { ok: true; launch: Launch } | { ok: false; failure: Failure };

/** All that can be refused before anything is started. */
export function prepareLaunch(host: ProcessHost, { request, target }: CommandDispatch): Prepared {
  const context = contextVariables(request);
  const environment = unitEnvironment(host, request, target.passEnv, context);
  if (!environment.ok) return environment;
  const oversize = findOversize(context, host.platform);
  if (oversize !== undefined) return refuse(failed("exec_context_too_large", oversize));
  const nul = findNul(target.command, environment.variables);
  if (nul !== undefined) {
    return refuse(failed("spawn_failed", `${nul} holds a NUL byte, which no program can be handed.`));
  }
  const cwd = resolveCwd(request.cwd, target.cwd);
  if (!cwd.ok) return cwd;
  return {
    ok: true,
    launch: { argv: target.command, directory: cwd.directory, environment: environment.variables },
  };
}

function refuse(failure: Failure): Prepared {
  return { ok: false, failure };
}
