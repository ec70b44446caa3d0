import type { DispatchRequest } from "../../ports/index.ts";
import { findUnresolved, layerEnvironment } from "./environment.ts";
import { type Failure, failed } from "./outcome.ts";
import type { ProcessHost } from "./process-host.ts";
import type { Variables } from "./variables.ts";

export type UnitEnvironment = { ok: true; variables: Variables } | { ok: false; failure: Failure };

/**
 * All the variables of a unit's process: the allowlist and the names `passed` through, the unit's bindings, its context. Fails
 * `env_unresolved`.
 */
export function unitEnvironment(
  host: ProcessHost,
  request: DispatchRequest,
  passed: readonly string[],
  context: Variables,
): UnitEnvironment {
  const unresolved = findUnresolved(request.env);
  if (unresolved !== undefined) {
    const message = `The unit's env names ${unresolved}, which cannot be resolved here. Nothing was started.`;
    return { ok: false, failure: failed("env_unresolved", message) };
  }
  const base = host.environment.passing(passed);
  return { ok: true, variables: layerEnvironment(base, request.env, context, host.platform) };
}
