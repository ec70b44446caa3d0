import { engineKeyVariable } from "../../contract/index.ts";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import type { LlmHost } from "./llm-host.ts";

export type ApiKey =
  /** `variable` is where it was found, or where one would be looked for. */
  { ok: true; value: string | undefined; variable: string } | { ok: false; message: string };

export type UsableKey = Extract<ApiKey, { ok: true }>;

/** What an HTTP header can carry. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/**
 * The engine's key, read at dispatch: from the variable its configuration names, else from `AKM_ENGINE_<NAME>_API_KEY`. An
 * engine that names no variable may have none; nothing is sent then.
 */
export function readApiKey(engine: FrozenLlmEngine, host: LlmHost): ApiKey {
  const fallback = engineKeyVariable(engine.name);
  const names = engine.apiKeyVariable === undefined ? [fallback] : [engine.apiKeyVariable, fallback];
  for (const name of names) {
    const value = host.variable(name);
    if (value === undefined) continue;
    if (HEADER_VALUE.test(value)) return { ok: true, value, variable: name };
    return refused(engine, `${name} holds characters that no key can have`);
  }
  if (engine.apiKeyVariable === undefined) return { ok: true, value: undefined, variable: fallback };
  return refused(engine, `neither ${engine.apiKeyVariable} nor ${fallback} is set`);
}

function refused({ name, apiKeyVariable }: FrozenLlmEngine, what: string): ApiKey {
  const remedy = `Set ${apiKeyVariable ?? engineKeyVariable(name)} where akm runs.`;
  return { ok: false, message: `Engine ${name} has no key: ${what}. Nothing was sent. ${remedy}` };
}

/** The headers that carry a key, in the provider's way; undefined keeps a header from being sent. */
export function keyHeaders(
  { provider }: FrozenLlmEngine,
  key: string | undefined,
): Record<string, string | undefined> {
  if (provider === "anthropic") return { "x-api-key": key };
  return { authorization: key === undefined ? undefined : `Bearer ${key}` };
}
