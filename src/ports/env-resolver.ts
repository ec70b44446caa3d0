import type { PlanEnvBinding } from "../plan/index.ts";

/** Finds what a unit's `env:` stands for, now (spec engines.md, "Secrets"). */
export interface EnvResolver {
  /** `cwd` is the directory the run works in: refs resolve in the bundles that are seen from there. Never rejects. */
  resolve(bindings: readonly PlanEnvBinding[], cwd: string): Promise<ResolvedEnv>;
}

export type ResolvedEnv =
  | {
      ok: true;
      /** Each name once. */
      variables: readonly EnvEntry[];
      /** What must not be written down: the values above but for harmless literals, and what was put into them. */
      secrets: readonly EnvEntry[];
      warnings: readonly string[];
    }
  /** Names the ref and where it was looked for; never a value. */
  | { ok: false; message: string };

export interface EnvEntry {
  name: string;
  value: string;
}
