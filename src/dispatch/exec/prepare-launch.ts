import { contextVariables, findOversize } from "./context.ts";
import { resolveCwd } from "./cwd.ts";
import { findUnresolved, layerEnvironment } from "./environment.ts";
import type { ExecHost } from "./exec-host.ts";
import { type Failure, failed } from "./outcome.ts";
import type { CommandDispatch } from "./run-command.ts";
import type { Launch } from "./spawn.ts";

export type Prepared = { ok: true; launch: Launch } | { ok: false; failure: Failure };

/** All that can be refused before anything is started. */
export function prepareLaunch(host: ExecHost, { request, target }: CommandDispatch): Prepared {
  const unresolved = findUnresolved(request.env);
  if (unresolved !== undefined) {
    return refuse(
      failed(
        "env_unresolved",
        `The unit's env names ${unresolved}, which cannot be resolved here. The command was not started.`,
      ),
    );
  }
  const context = contextVariables(request);
  const oversize = findOversize(context, host.platform);
  if (oversize !== undefined) return refuse(failed("exec_context_too_large", oversize));
  const environment = layerEnvironment(
    host.environment.forTarget(target),
    request.env,
    context,
    host.platform,
  );
  const nul = findNul(target.command, environment);
  if (nul !== undefined) {
    return refuse(failed("spawn_failed", `${nul} holds a NUL byte, which no program can be handed.`));
  }
  const cwd = resolveCwd(request.cwd, target.cwd);
  if (!cwd.ok) return cwd;
  return { ok: true, launch: { argv: target.command, directory: cwd.directory, environment } };
}

function refuse(failure: Failure): Prepared {
  return { ok: false, failure };
}

function findNul(argv: readonly string[], environment: Record<string, string>): string | undefined {
  const word = argv.findIndex((text) => text.includes("\0"));
  if (word >= 0) return word === 0 ? "The command's name" : `Argument ${word} of the command`;
  const variable = Object.entries(environment).find(([, value]) => value.includes("\0"));
  return variable === undefined ? undefined : `The variable ${variable[0]}`;
}
