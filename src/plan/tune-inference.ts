import { INFERENCE_SETTINGS, type InferenceSetting, type Json, type JsonObject } from "../contract/index.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { listErrors, validate } from "../lib/json-schema/index.ts";
import type { Inference } from "./engine.ts";
import { EngineProblem } from "./engine-problem.ts";

const SETTINGS = Object.keys(INFERENCE_SETTINGS) as InferenceSetting[];

/** Front matter is written with underscores, the configuration is not: both spellings of a setting are taken. */
const BY_SPELLING = new Map<string, InferenceSetting>(
  SETTINGS.flatMap((setting) => [
    [setting, setting],
    [setting.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), setting],
  ]),
);

/** An engine's settings with the workflow's `llm:` over them, setting by setting; `extraParams` likewise, param by param. */
export function tuneInference(inference: Inference, llm: JsonObject | undefined): Inference {
  const tuned: Inference = { ...inference };
  for (const [spelling, value] of Object.entries(llm ?? {})) applySetting(tuned, settingOf(spelling), value);
  return tuned;
}

function settingOf(spelling: string): InferenceSetting {
  const setting = BY_SPELLING.get(spelling);
  if (setting !== undefined) return setting;
  const near = didYouMean(spelling, BY_SPELLING.keys());
  throw new EngineProblem(
    "WORKFLOW_SOURCE_INVALID",
    `llm.${spelling} is no inference setting${near === undefined ? "" : `; did you mean ${near}?`}`,
    `Settings are ${SETTINGS.join(", ")}; anything else a server takes goes into extraParams.`,
  );
}

function applySetting(tuned: Inference, setting: InferenceSetting, value: Json): void {
  const checked = validate(value, INFERENCE_SETTINGS[setting]);
  if (!checked.ok) {
    throw new EngineProblem(
      "WORKFLOW_SOURCE_INVALID",
      `llm.${setting} is not right: ${listErrors(checked.errors)}`,
      `Correct llm.${setting} in the workflow's front matter.`,
    );
  }
  const merged = setting === "extraParams" ? { ...tuned.extraParams, ...(value as JsonObject) } : value;
  Object.assign(tuned, { [setting]: merged });
}
