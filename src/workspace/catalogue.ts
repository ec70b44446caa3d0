import { realpathSync } from "node:fs";
import type { Catalogue } from "../plan/index.ts";
import type { Workflow } from "../source/index.ts";
import type { ConfigFile, LoadedConfig } from "./config.ts";
import type { Directories, Environment } from "./directories.ts";
import { gatherEngines } from "./engines/gather-engines.ts";
import { readGitIdentity } from "./git-identity.ts";
import { hostConcurrency } from "./host-concurrency.ts";

export interface CatalogueInput {
  workflow: Workflow;
  workflowRef: string;
  /** The source file as messages name it. */
  sourcePath: string;
  sourceHash: string;
  cwd: string;
  loaded: LoadedConfig;
  /** The configuration files there are or could be, weakest first. */
  files: readonly ConfigFile[];
  directories: Directories;
  env: Environment;
  assets: Catalogue["assets"];
}

/** What a freeze of the workflow in `cwd` needs to know of this machine, now. */
export async function assembleCatalogue(input: CatalogueInput): Promise<Catalogue> {
  const { env, directories, files } = input;
  const { config } = input.loaded;
  const cwd = realpathSync(input.cwd);
  const [git, engines] = await Promise.all([
    readGitIdentity(cwd, env),
    gatherEngines(input.workflow, { config, directories, configFile: files.at(-1)?.path ?? "", env }),
  ]);
  const { maxConcurrency, defaultMapConcurrency } = config.workflow ?? {};
  return {
    workflowRef: input.workflowRef,
    sourcePath: input.sourcePath,
    sourceHash: input.sourceHash,
    cwd,
    ...(git === undefined ? {} : { git }),
    settings: {
      ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
      ...(defaultMapConcurrency === undefined ? {} : { defaultMapConcurrency }),
    },
    hostConcurrency: hostConcurrency(env),
    engines,
    assets: input.assets,
  };
}
