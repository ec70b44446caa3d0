import { STEP_INPUTS_MAX } from "../../contract/index.ts";
import { type Form, located, transform } from "../forms/form.ts";
import { list } from "../forms/list.ts";
import { optional, type RecordOf, record, required } from "../forms/record.ts";
import { schema } from "../forms/schema.ts";
import type { Report } from "../report.ts";
import type { Step, Unit } from "../workflow.ts";
import { entryOf, type YamlNode } from "../yaml/yaml-node.ts";
import { artifactReference } from "./artifact-reference.ts";
import { gate } from "./gate.ts";
import { map } from "./map.ts";
import { route } from "./route.ts";
import { declaredStepId } from "./step-id.ts";
import { unit } from "./unit.ts";

const KIND_KEYS = ["unit", "map", "route"] as const;
const NOT_ON_ROUTES = ["inputs", "output"] as const;

const UNIT_KEYS = ["exec", "engine", "model", "llm", "timeout", "retry", "on_error", "env", "isolation"];
const NO_TITLES = "a step is called by its id alone";
const IN_BODY = "instructions stand in the step's section of the body, under `## <id>`";

const fields = {
  id: required(located(declaredStepId), "The step's id, and the heading of its section in the body."),
  unit: optional(unit, "How the step's one unit is dispatched."),
  map: optional(map, "Runs one unit for each item of a list."),
  route: optional(route, "Picks which later step runs."),
  inputs: optional(
    list(located(artifactReference("params are given to every unit anyway")), { max: STEP_INPUTS_MAX }),
    "Artifacts of earlier steps that the units are given.",
  ),
  output: optional(located(schema), "The schema of the step's artifact."),
  gate: optional(gate, "How the step's gate behaves."),
};

type StepFields = RecordOf<typeof fields>;

/** A step as far as it could be read. */
export interface ReadStep {
  step: Step;
  /** False: the step is a stand-in that only knows its id; what it lacks was reported. */
  whole: boolean;
}

/** One step: a unit unless it says `map` or `route`. */
export const step: Form<ReadStep> = transform(
  record(fields, {
    what: "a step",
    notes: {
      ...Object.fromEntries(UNIT_KEYS.map((key) => [key, `\`${key}\` stands under the step's \`unit\``])),
      title: NO_TITLES,
      name: NO_TITLES,
      description: IN_BODY,
      instructions: IN_BODY,
      prompt: IN_BODY,
      run: "a command is `unit: { exec: { command: [...] } }`",
      uses: "only GitHub-shaped workflows compose others",
      with: "only GitHub-shaped workflows compose others",
      over: "`over` stands under the step's `map`",
    },
    schema: { allOf: exclusions() },
  }),
  (value, node, _name, report) => {
    const kind = kindOf(node, report);
    const made = kind === undefined ? undefined : makeStep(kind, value, node, report);
    return { step: made ?? standIn(value), whole: made !== undefined };
  },
);

function kindOf(node: YamlNode, report: Report): (typeof KIND_KEYS)[number] | undefined {
  const present = KIND_KEYS.filter((key) => entryOf(node, key) !== undefined);
  const [kind = "unit", extra] = present;
  if (extra === undefined) return kind;
  const advice = present.includes("map") && present.includes("unit") ? "; put `unit` under `map`" : "";
  const message = `a step is one of unit, map and route, not \`${kind}\` and \`${extra}\` at once${advice}`;
  return report.error("conflicting-keys", entryOf(node, extra)?.keyAt ?? node.at, message);
}

function makeStep(
  kind: (typeof KIND_KEYS)[number],
  value: StepFields,
  node: YamlNode,
  report: Report,
): Step | undefined {
  switch (kind) {
    case "unit":
      return standIn(value);
    case "map":
      return makeMapStep(value);
    case "route":
      return makeRouteStep(value, node, report);
  }
}

function makeMapStep(value: StepFields): Step | undefined {
  if (value.map === undefined) return undefined;
  const { over, concurrency } = value.map;
  return {
    ...commonOf(value),
    ...carriedOf(value),
    kind: "map",
    over,
    ...(concurrency === undefined ? {} : { concurrency }),
    unit: value.map.unit ?? bareUnit(value),
  };
}

function makeRouteStep(value: StepFields, node: YamlNode, report: Report): Step | undefined {
  for (const key of NOT_ON_ROUTES) {
    const message = `\`${key}\` has no meaning on a route: it runs no unit, and its artifact is { selected, value }`;
    const entry = entryOf(node, key);
    if (entry !== undefined) report.error("conflicting-keys", entry.keyAt, message);
  }
  if (value.route === undefined) return undefined;
  const { input, when, default: fallback } = value.route;
  return {
    ...commonOf(value),
    kind: "route",
    input,
    when,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function standIn(value: StepFields): Step {
  return { ...commonOf(value), ...carriedOf(value), kind: "unit", unit: value.unit ?? bareUnit(value) };
}

function commonOf(value: StepFields): Pick<Step, "id" | "at" | "instructions" | "gate"> {
  const { id, gate: stepGate } = value;
  return { id: id.value, at: id.at, instructions: "", ...(stepGate === undefined ? {} : { gate: stepGate }) };
}

function carriedOf({ inputs, output }: StepFields): Pick<Step & { kind: "unit" }, "inputs" | "output"> {
  return { inputs: inputs ?? [], ...(output === undefined ? {} : { output }) };
}

function bareUnit(value: StepFields): Unit {
  return { at: value.id.at, env: [] };
}

function exclusions(): { not: { required: string[] } }[] {
  const pairs = [
    ["unit", "map"],
    ["unit", "route"],
    ["map", "route"],
    ...NOT_ON_ROUTES.map((key) => ["route", key]),
  ];
  return pairs.map((pair) => ({ not: { required: pair } }));
}
