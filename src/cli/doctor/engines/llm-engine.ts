import type { Machine } from "../../../compose.ts";
import { ENDPOINT_SUFFIXES, engineKeyVariable } from "../../../contract/index.ts";
import type { LlmEngineConfig } from "../../../workspace/index.ts";
import { type Check, fail, pass, warn } from "../check.ts";

const ANSWER_MS_MAX = 5000;

/** Whether a model engine's key is there and, with `probe`, whether its endpoint is. The key itself is never told. */
export async function checkLlmEngine(
  machine: Machine,
  name: string,
  config: LlmEngineConfig,
  probe: boolean,
): Promise<Check> {
  const id = `engine ${name}`;
  const key = keyOf(machine.env, name, config);
  if (key.problem !== undefined) return fail(id, `${key.problem}.`, `Set ${key.variable} where akm runs.`);
  const about = `${config.model} at ${config.endpoint}, ${key.value === undefined ? "without a key" : `key in ${key.variable}`}`;
  return probe
    ? await probeEndpoint(id, config, key.value, about)
    : pass(id, `${about}; not asked (--probe asks).`);
}

interface Key {
  variable: string;
  value?: string;
  problem?: string;
}

function keyOf(env: NodeJS.ProcessEnv, name: string, { apiKey }: LlmEngineConfig): Key {
  const fallback = engineKeyVariable(name);
  const named = apiKey?.replace(/[${}]/g, "");
  for (const variable of named === undefined ? [fallback] : [named, fallback]) {
    const value = env[variable]?.trim();
    if (value !== undefined && value !== "") return { variable, value };
  }
  return named === undefined
    ? { variable: fallback }
    : { variable: named, problem: `Neither ${named} nor ${fallback} is set` };
}

/** Asks for the list of models, which costs nothing. Any answer shows that somebody is there. */
async function probeEndpoint(
  id: string,
  config: LlmEngineConfig,
  key: string | undefined,
  about: string,
): Promise<Check> {
  const { endpoint, provider = "openai-compatible" } = config;
  const list = `${endpoint.slice(0, -ENDPOINT_SUFFIXES[provider].length)}/models`;
  try {
    const response = await fetch(list, {
      headers: headersOf(provider, key),
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const body = await response.text();
    return judgeAnswer(id, config, response.status, body, about);
  } catch (error) {
    return fail(
      id,
      `${endpoint} does not answer: ${reasonOf(error)}.`,
      "Start the model server, or correct the endpoint.",
    );
  }
}

function headersOf(provider: string, key: string | undefined): Record<string, string> {
  if (provider === "anthropic")
    return { "anthropic-version": "2023-06-01", ...(key && { "x-api-key": key }) };
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function judgeAnswer(
  id: string,
  { endpoint, model }: LlmEngineConfig,
  status: number,
  body: string,
  about: string,
): Check {
  if (status === 401 || status === 403)
    return fail(id, `${endpoint} refuses the key (${status}).`, "Set the right key where akm runs.");
  const models = status === 200 ? modelIds(body) : undefined;
  if (models !== undefined && !models.includes(model)) {
    return warn(
      id,
      `${endpoint} answers and does not list the model ${model}.`,
      `Load or pull ${model} there, or configure one of ${models.slice(0, 5).join(", ") || "its models"}.`,
    );
  }
  return pass(id, `${about}; it answers.`);
}

function modelIds(body: string): string[] | undefined {
  try {
    const { data } = JSON.parse(body) as { data?: unknown };
    return Array.isArray(data)
      ? data.flatMap((entry) => (typeof entry?.id === "string" ? [entry.id] : []))
      : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return `nothing within ${ANSWER_MS_MAX} ms`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause as NodeJS.ErrnoException).code ?? (cause instanceof Error ? cause.message : String(cause));
}
