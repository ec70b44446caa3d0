import { AkmError } from "../../errors/index.ts";
import type { EnvResolver } from "../../ports/index.ts";
import type { Bundle } from "../bundles.ts";
import type { Environment } from "../directories.ts";
import { openWorkspace, type Workspace } from "../open-workspace.ts";
import { findProjectBundle } from "../project.ts";
import { type BindingContext, resolveBindings } from "./resolve-bindings.ts";

/** Resolves in the bundles that are seen from the directory a run works in, whoever calls from wherever (decision R12). */
export function createEnvResolver(env: Environment): EnvResolver {
  const contexts = new Map<string, Promise<BindingContext>>();
  const contextOf = (cwd: string) => {
    const known = contexts.get(cwd) ?? openContext(env, cwd);
    contexts.set(cwd, known);
    return known;
  };
  return {
    async resolve(bindings, cwd) {
      try {
        return await resolveBindings(bindings, await contextOf(cwd));
      } catch (error) {
        if (error instanceof AkmError) return { ok: false, message: error.message };
        throw error;
      }
    },
  };
}

async function openContext(env: Environment, cwd: string): Promise<BindingContext> {
  const workspace = openWorkspace(env, () => cwd);
  return { bundles: await workspace.bundles(), isOwn: ownBundleOf(workspace) };
}

/** The project's `.akm/`, and the bundle that whoever runs akm names in the environment, where he could set all these himself. */
function ownBundleOf({ cwd, directories }: Workspace): (bundle: Bundle) => boolean {
  const own = [findProjectBundle(cwd), directories.bundle];
  return ({ directory }) => own.includes(directory);
}
