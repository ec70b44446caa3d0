import { BaseEnvironment } from "./environment.ts";

/** What the commands of one dispatcher share. */
export interface ExecHost {
  platform: NodeJS.Platform;
  environment: BaseEnvironment;
  /** Ids of the process groups that are out, each its leader's pid. */
  liveGroups: Set<number>;
}

export function createExecHost(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): ExecHost {
  return { platform, environment: new BaseEnvironment(environment, platform), liveGroups: new Set() };
}
