import { AkmError } from "../../errors/index.ts";
import type { PlanEnvBinding } from "../../plan/index.ts";
import type { EnvEntry } from "../../ports/index.ts";
import type { Call } from "../call.ts";

/** The variables that refs stand for; warnings are said. Errors: `ENV_UNRESOLVED`. */
export async function resolveRefs(
  call: Call,
  bindings: readonly PlanEnvBinding[],
): Promise<readonly EnvEntry[]> {
  const resolver = await call.machine.envResolver();
  const { cwd } = await call.machine.workspace();
  const resolved = await resolver.resolve(bindings, cwd);
  if (!resolved.ok) {
    throw new AkmError("ENV_UNRESOLVED", resolved.message, {
      hint: "`akm env list` and `akm secret list` show what there is.",
    });
  }
  for (const warning of resolved.warnings) call.say.warning(warning);
  return resolved.variables;
}
