import { anyNode, type Form, located, transform } from "../forms/form.ts";
import { optional, type RecordOf, record } from "../forms/record.ts";
import { text } from "../forms/text.ts";
import { plainEnv } from "../keys/env.ts";
import { cwd } from "../keys/exec.ts";
import { shell } from "../keys/shell.ts";
import { declaredStepId } from "../keys/step-id.ts";
import type { Report } from "../report.ts";
import { SHELL_DEFAULT, shellCommand } from "../shells.ts";
import { readBindings } from "../uses/bindings.ts";
import { readCommandAction } from "../uses/command-action.ts";
import { chooseRunOrUses, refuseBeside } from "../uses/run-or-uses.ts";
import { type UsesTarget, usesTarget } from "../uses/target.ts";
import type { Unit, UnitStep, UsedAsset } from "../workflow.ts";
import { entryOf, type YamlNode } from "../yaml/yaml-node.ts";
import { readRunLine } from "./run-line.ts";

const IN_MARKDOWN = "a Markdown workflow has it";

const fields = {
  id: optional(located(declaredStepId), "The step's id."),
  name: optional(text(), "What the step does, for people."),
  uses: optional(usesTarget, "The asset, or `akm/command`, that does the step's work."),
  run: optional(anyNode, "The command that does the step's work, one line of plain words."),
  with: optional(anyNode, "What is given to the asset."),
  env: optional(plainEnv, "Environment bindings: text, secrets and env assets."),
  shell: optional(shell, "The shell that `run` is given to."),
  "working-directory": optional(cwd, "Where to run it, inside the project."),
};

type StepFields = RecordOf<typeof fields>;

/** What a step does, as far as the keys that say it could be read. */
type Work = Pick<Unit, "exec" | "uses"> & { instructions?: string };

/** One step. One that could not be read whole is a stand-in with its id, and what it lacks was reported. */
export const githubStep: Form<UnitStep> = transform(
  record(fields, {
    what: "a step",
    notes: {
      if: "a step always runs; a Markdown workflow branches with `route`",
      "continue-on-error": "a failed step ends the run; in a Markdown workflow `on_error: continue` goes on",
      "timeout-minutes": "a Markdown workflow's unit has a `timeout`, and so has a task",
      unit: "write `run` or `uses`",
      exec: "write `run`, or `uses: scripts/<name>`",
      inputs: `a \`with\` binds what an asset is given; of a unit's \`inputs\`, ${IN_MARKDOWN}`,
      output: IN_MARKDOWN,
      outputs: "what a later step needs, it binds as `with: { name: { from: steps.<id>.output } }`",
      gate: IN_MARKDOWN,
      retry: IN_MARKDOWN,
      timeout: `${IN_MARKDOWN}, and so has a task`,
      engine: `${IN_MARKDOWN}, and so has a command`,
      model: `${IN_MARKDOWN}, and so has a command`,
      map: IN_MARKDOWN,
      route: IN_MARKDOWN,
      isolation: IN_MARKDOWN,
    },
  }),
  (value, node, _name, report) => {
    const work = readWork(value, node, report);
    if (value.id === undefined) reportMissingId(value, node, report);
    if (value.id === undefined) return undefined;
    const { instructions = value.name ?? "", ...doing } = work ?? {};
    return {
      kind: "unit",
      id: value.id.value,
      at: value.id.at,
      instructions,
      inputs: [],
      unit: { at: node.at, ...doing, env: value.env ?? [] },
    };
  },
);

function readWork(value: StepFields, node: YamlNode, report: Report): Work | undefined {
  const chosen = chooseRunOrUses(node, "a step", report);
  if (chosen === "run") return readCommand(value, node, report);
  if (chosen === "uses") return value.uses && readUses(value.uses, value, node, report);
  return undefined;
}

function readCommand(value: StepFields, node: YamlNode, report: Report): Work | undefined {
  refuseBeside(
    "with",
    "belongs to `uses`; a command is given what it needs by its words and by `env`",
    node,
    report,
  );
  if (value.run === undefined) return undefined;
  const shellName = value.shell ?? SHELL_DEFAULT;
  const line = readRunLine(value.run, shellName, report);
  if (line === undefined) return undefined;
  const directory = value["working-directory"];
  const exec = { at: value.run.at, command: shellCommand(shellName, line), passEnv: [] };
  return { exec: directory === undefined ? exec : { ...exec, cwd: directory } };
}

function readUses(target: UsesTarget, value: StepFields, node: YamlNode, report: Report): Work | undefined {
  refuseBeside("shell", "belongs to `run`", node, report);
  if (target.kind === "asset" && target.family === "scripts")
    return { uses: usedAsset(target, value, report) };
  const what = target.kind === "action" ? "`akm/command`" : `what stands in ${target.family}/`;
  refuseBeside(
    "working-directory",
    `belongs to \`run\` and to scripts; ${what} is not run in a directory`,
    node,
    report,
  );
  if (target.kind === "asset") return { uses: usedAsset(target, value, report) };
  const action = readCommandAction(target.at, entryOf(node, "with"), report);
  if (action?.kind === "instruction") return { instructions: action.content.value };
  return action && { uses: action.uses };
}

function usedAsset(
  { at, family, ref }: Extract<UsesTarget, { kind: "asset" }>,
  value: StepFields,
  report: Report,
): UsedAsset {
  const bindings = value.with && readBindings(value.with, report);
  const directory = family === "scripts" ? value["working-directory"] : undefined;
  return {
    at,
    family,
    ref,
    ...(bindings === undefined ? {} : { with: bindings }),
    ...(directory === undefined ? {} : { cwd: directory }),
  };
}

/** Of a step that has to go anyway nothing more is said. */
function reportMissingId(value: StepFields, node: YamlNode, report: Report): void {
  const hasToGo = entryOf(node, "uses") !== undefined && value.uses === undefined;
  if (hasToGo || entryOf(node, "id") !== undefined) return;
  const example = idFrom(value, node);
  report.error("missing-key", node.at, `a step needs an \`id\`, such as \`id: ${example}\``);
}

/** An id of what the step is called, or of what it does. */
function idFrom({ name }: StepFields, node: YamlNode): string {
  const said = [name, sourceOf(node, "uses")?.replace(/@.*$/, "").split("/").at(-1), sourceOf(node, "run")];
  for (const text of said) {
    const words =
      text
        ?.toLowerCase()
        .match(/[a-z0-9]+/g)
        ?.slice(0, 3) ?? [];
    const id = words.join("-").replace(/^[0-9-]+/, "");
    if (id !== "") return id.slice(0, 40);
  }
  return "build";
}

function sourceOf(node: YamlNode, key: string): string | undefined {
  const value = entryOf(node, key)?.value;
  return value?.kind === "scalar" ? value.source : undefined;
}
