import { realpathSync } from "node:fs";
import type { Catalogue } from "../plan/index.ts";
import type { Config } from "./config-keys.ts";
import type { Environment } from "./directories.ts";
import { readGitIdentity } from "./git-identity.ts";
import { hostConcurrency } from "./host-concurrency.ts";

export interface CatalogueInput {
  workflowRef: string;
  sourceHash: string;
  cwd: string;
  config: Config;
  env: Environment;
}

/** What a freeze in `cwd` needs to know of this machine, now. */
export async function assembleCatalogue(input: CatalogueInput): Promise<Catalogue> {
  const cwd = realpathSync(input.cwd);
  const git = await readGitIdentity(cwd, input.env);
  const { maxConcurrency, defaultMapConcurrency } = input.config.workflow ?? {};
  return {
    workflowRef: input.workflowRef,
    sourceHash: input.sourceHash,
    cwd,
    ...(git === undefined ? {} : { git }),
    settings: {
      ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
      ...(defaultMapConcurrency === undefined ? {} : { defaultMapConcurrency }),
    },
    hostConcurrency: hostConcurrency(input.env),
  };
}
