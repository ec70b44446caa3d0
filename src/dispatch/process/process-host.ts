import { BaseEnvironment } from "./environment.ts";

/** What the processes of one dispatcher share. */
export interface ProcessHost {
  platform: NodeJS.Platform;
  environment: BaseEnvironment;
  /** Ids of the process groups that are out, each its leader's pid. */
  liveGroups: Set<number>;
}

export function createProcessHost(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): ProcessHost {
  return { platform, environment: new BaseEnvironment(environment, platform), liveGroups: new Set() };
}
