import { formatDuration } from "../../lib/duration.ts";
import type { NamedBinding, Orchestration, OutlinedStep, WorkflowOutline } from "../../plan/index.ts";
import { describeParams } from "../params/describe-params.ts";
import type { Style } from "../style.ts";
import { schemaText } from "./schema-text.ts";
import { shellLine } from "./shell-line.ts";
import { counted } from "./words.ts";
import { type Definition, definitionList, wrapText } from "./wrap-text.ts";

export interface WorkflowHead {
  title: string;
  ref: string;
  description: string;
  /** Markdown before the first step. */
  preamble: string;
}

/** The preamble's own title, which is shown above it anyway. */
const TITLE_LINE = /^# .*\s*/;
const HTML_COMMENT = /<!--[\s\S]*?-->/g;

/** A workflow to be read by people, in lines of `columns` characters where its words allow it. */
export function workflowText(
  { title, ref, description, preamble }: WorkflowHead,
  { params, outputs = [], steps }: WorkflowOutline,
  style: Style,
  columns: number,
): string {
  const section = (heading: string, definitions: Definition[]): string =>
    definitions.length === 0
      ? ""
      : [style.bold(heading), ...definitionList(definitions, columns, style.dim)].join("\n");
  return [
    [style.bold(title), `  ${ref}`, ...prose(description, columns)].join("\n"),
    prose(preamble.trim().replace(TITLE_LINE, ""), columns).join("\n"),
    section("Params", describeParams(params)),
    ...steps.map((step) => stepText(step, style, columns)),
    section(
      "Outputs",
      outputs.map(({ name, from, schema }) => ({
        name,
        text: schema === undefined ? from : `${from}, ${schemaText(schema)}`,
      })),
    ),
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

/** Markdown as its author laid it out, without what is hidden from readers; long lines are wrapped. */
function prose(markdown: string, columns: number): string[] {
  const shown = markdown
    .replaceAll(HTML_COMMENT, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  if (shown === "") return [];
  return wrapText(shown, columns - 2).map((line) => `  ${line}`.trimEnd());
}

function stepText(step: OutlinedStep, style: Style, columns: number): string {
  const { id, kind, orchestration, instructions, gate } = step;
  const told = [...targetOf(step), ...settingsOf(orchestration), ...madeBy(step), ...gateOf(gate)];
  const body = prose(instructions, columns);
  const rubric = prose(gate?.rubric ?? "", columns);
  return [
    `${style.bold(id)}  ${kind}`,
    ...definitionList(told, columns, style.dim),
    ...(body.length === 0 ? [] : ["", ...body]),
    ...(rubric.length === 0 ? [] : ["", `  ${style.dim("Its rubric:")}`, ...rubric]),
  ].join("\n");
}

function targetOf({ kind, orchestration }: OutlinedStep): Definition[] {
  const { fanOut, route, exec, script, workflow } = orchestration;
  if (route !== undefined) {
    return [
      { name: "looks at", text: route.input },
      ...route.when.map(({ match, step }) => ({ name: "goes to", text: `${step} when it is ${match}` })),
      ...optional("else to", route.default),
    ];
  }
  const over = kind === "map" && fanOut !== undefined;
  return [
    ...(over ? [{ name: "over", text: `${fanOut.over}, at most ${fanOut.concurrency} at once` }] : []),
    ...(exec === undefined ? [] : [{ name: "runs", text: shellLine(exec.command), oneLine: true as const }]),
    ...optional("in", exec?.cwd),
    ...optional("runs", script ?? workflow),
    ...(exec === undefined && script === undefined && workflow === undefined
      ? [{ name: "asks", text: engineText(orchestration) }]
      : []),
    ...optional("passes on", exec?.passEnv?.join(", ")),
  ];
}

function engineText({ engine, model }: Orchestration): string {
  const name = engine ?? "the default engine";
  return model === undefined ? name : `${name}, model ${model}`;
}

function settingsOf({ inputs, env, timeoutMs, retry, onError, isolation }: Orchestration): Definition[] {
  return [
    ...optional("reads", inputs?.join(", ")),
    ...optional("env", env?.map(bindingText).join(", ")),
    ...optional("timeout", timeoutMs === undefined ? undefined : formatDuration(timeoutMs)),
    ...optional(
      "retry",
      retry &&
        `${retry.max === 0 ? "never" : `${counted(retry.max, "time")} at most`}, after ${retry.on.join(", ")}`,
    ),
    ...optional("on error", onError),
    ...optional("isolation", isolation),
  ];
}

function bindingText(binding: NamedBinding): string {
  switch (binding.kind) {
    case "group":
      return binding.ref;
    case "secret":
      return `${binding.name} from ${binding.ref}`;
    case "literal":
      return binding.name;
  }
}

function madeBy({ outputSchema, unitSchema }: OutlinedStep): Definition[] {
  return [
    ...optional("each makes", unitSchema && schemaText(unitSchema)),
    ...optional("makes", outputSchema && schemaText(outputSchema)),
  ];
}

function gateOf(gate: OutlinedStep["gate"]): Definition[] {
  if (gate === undefined) return [];
  const judges = [
    ...(gate.rubric === undefined ? [] : [`judged by ${gate.judgeEngine ?? "an engine still to be named"}`]),
    ...(gate.approve ? ["approved by a person"] : []),
  ];
  return [{ name: "gate", text: `${judges.join(", then ")}; ${counted(gate.maxLoops, "loop")} at most` }];
}

function optional(name: string, text: string | undefined): Definition[] {
  return text === undefined || text === "" ? [] : [{ name, text }];
}
