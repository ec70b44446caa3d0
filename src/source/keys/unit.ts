import { ISOLATIONS, ON_ERROR_POLICIES } from "../../contract/index.ts";
import { choice } from "../forms/choice.ts";
import { type Form, located, transform } from "../forms/form.ts";
import { jsonObject } from "../forms/json-value.ts";
import { optional, record } from "../forms/record.ts";
import { schema } from "../forms/schema.ts";
import type { Report } from "../report.ts";
import type { Unit } from "../workflow.ts";
import { entryOf, type YamlNode } from "../yaml/yaml-node.ts";
import { engineName, model } from "./dispatch.ts";
import { env } from "./env.ts";
import { exec } from "./exec.ts";
import { retry } from "./retry.ts";
import { timeout } from "./timeout.ts";

const ENGINE_KEYS = ["engine", "model", "llm"] as const;

/** How one unit is dispatched. */
export const unit: Form<Unit> = transform(
  record(
    {
      exec: optional(exec, "Runs a command instead of asking an engine."),
      engine: optional(located(engineName), "The configured engine that is asked."),
      model: optional(located(model), "The model, or an alias of models.json."),
      llm: optional(located(jsonObject), "Inference settings for the engine."),
      timeout: optional(located(timeout), "How long one attempt may take: 90s, 10m, or none."),
      retry: optional(located(retry), "Which failures are tried again, and how often."),
      on_error: optional(located(choice(ON_ERROR_POLICIES)), "What a failed unit does to its step."),
      env: optional(env, "Environment bindings: env assets, secrets and literals; later ones win."),
      isolation: optional(located(choice(ISOLATIONS)), "Whether an attempt gets a fresh git worktree."),
      output: optional(located(schema), "The schema of one unit's result."),
    },
    {
      what: "a unit",
      notes: {
        command: "a command stands under `exec`, as `exec: { command: [...] }`",
        run: "a command stands under `exec`, as `exec: { command: [...] }`",
        cwd: "`cwd` stands under `exec`",
        pass_env: "`pass_env` stands under `exec`",
        inputs: "`inputs` stands beside `unit`, in the step",
        prompt: "instructions stand in the step's section of the body",
      },
      schema: {
        dependentSchemas: {
          exec: { properties: Object.fromEntries(ENGINE_KEYS.map((key) => [key, false])) },
        },
      },
    },
  ),
  (value, node, _name, report) => {
    refuseEngineBesideExec(node, report);
    const { on_error: onError, env: bindings, ...rest } = value;
    return { ...rest, env: bindings ?? [], ...(onError === undefined ? {} : { onError }) };
  },
);

function refuseEngineBesideExec(node: YamlNode, report: Report): void {
  if (entryOf(node, "exec") === undefined) return;
  for (const key of ENGINE_KEYS) {
    const entry = entryOf(node, key);
    const message = `\`${key}\` cannot stand beside \`exec\`: a command asks no engine`;
    if (entry !== undefined) report.error("conflicting-keys", entry.keyAt, message);
  }
}
