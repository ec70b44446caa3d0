import { entryOf, type YamlEntry, type YamlNode } from "../../yaml/yaml-node.ts";
import { type Conversion, shown } from "./conversion.ts";
import { type ImportedEnv, importEnv } from "./import-env.ts";
import { type ImportedStep, importMinutes, importStep, type RunDefaults } from "./import-step.ts";

export interface ImportedJob {
  name?: string;
  steps: ImportedStep[];
  /** Of each step that states none. */
  timeout: string;
}

/** How long GitHub lets a job run that does not say. */
const TIMEOUT_DEFAULT = "6h";

/** What would have to be there for the steps to mean the same. */
const REFUSED: Readonly<Record<string, string>> = {
  strategy: "a matrix has no counterpart here; in a Markdown workflow a list is fanned out over with `map`",
  services: "services have no counterpart; start what the steps need in a step of its own",
  container: "a container has no counterpart; the steps run on this machine",
  "continue-on-error": "a job whose failure does not count has no counterpart",
  uses: "a job that runs another workflow has no steps to convert",
  with: "a job that runs another workflow has no steps to convert",
  secrets: "a job that runs another workflow has no steps to convert",
  if: "a condition has no counterpart",
};

const DROPPED: Readonly<Record<string, string>> = {
  permissions: "akm hands out no token",
  concurrency: "a project has one active run of a workflow at a time",
  environment: "nothing is deployed to an environment; a person's approval is `gate: { approve: true }`",
  outputs: "no other job reads them; what a run exports stands under `outputs`",
};

export function importJob(
  { key: id, value: node }: YamlEntry,
  inherited: RunDefaults,
  conversion: Conversion,
): ImportedJob {
  let name: string | undefined;
  let timeout = TIMEOUT_DEFAULT;
  const defaults: RunDefaults = {
    ...inherited,
    ...shellOfRunner(entryOf(node, "runs-on")?.value),
    ...defaultsOf(entryOf(node, "defaults"), conversion),
    env: merged(inherited.env, entryOf(node, "env"), conversion),
  };
  let steps: ImportedStep[] = [];
  conversion.each(node, `the job \`${shown(id)}\``, {
    ...refusers(conversion),
    ...droppers(DROPPED, conversion),
    name: ({ value }) => {
      if (value.kind === "scalar") name = value.source;
    },
    needs: ({ keyAt }) => conversion.refuseJobs(keyAt, "`needs` names a job that is not converted"),
    "runs-on": (entry) => importRunner(entry, conversion),
    "timeout-minutes": (entry) => {
      timeout = importMinutes(entry, conversion) ?? timeout;
      conversion.drop(
        entry.keyAt,
        `\`${entry.key}\` bounds each step, not all of them together: say \`akm workflow run --timeout ${timeout}\` for that`,
      );
    },
    defaults: () => undefined,
    env: () => undefined,
    steps: ({ value }) => {
      steps = importSteps(value, defaults, conversion);
    },
  });
  return { steps, timeout, ...(name === undefined ? {} : { name }) };
}

/** `defaults: { run: { shell, working-directory } }`, of the document or of a job. */
export function defaultsOf(entry: YamlEntry | undefined, conversion: Conversion): Partial<RunDefaults> {
  const defaults: Partial<RunDefaults> = {};
  if (entry === undefined) return defaults;
  conversion.each(entry.value, "`defaults`", {
    run: ({ value }) =>
      conversion.each(value, "`defaults.run`", {
        shell: (setting) => {
          const shell = conversion.text(setting);
          if (shell !== undefined) defaults.shell = shell;
        },
        "working-directory": (setting) => {
          const cwd = conversion.text(setting);
          if (cwd !== undefined) defaults.cwd = cwd;
        },
      }),
  });
  return defaults;
}

export function merged(
  under: ImportedEnv,
  entry: YamlEntry | undefined,
  conversion: Conversion,
): ImportedEnv {
  return entry === undefined ? under : new Map([...under, ...importEnv(entry, conversion)]);
}

/** Readers of keys that are left out, each with why. */
export function droppers(
  reasons: Readonly<Record<string, string>>,
  conversion: Conversion,
): Record<string, (entry: YamlEntry) => void> {
  const drop = ({ key, keyAt }: YamlEntry) =>
    conversion.drop(keyAt, `\`${key}\` is left out: ${reasons[key]}`);
  return Object.fromEntries(Object.keys(reasons).map((key) => [key, drop]));
}

function refusers(conversion: Conversion): Record<string, (entry: YamlEntry) => void> {
  const refuse = ({ key, keyAt }: YamlEntry) => conversion.refuse(keyAt, `\`${key}\`: ${REFUSED[key]}`);
  return Object.fromEntries(Object.keys(REFUSED).map((key) => [key, refuse]));
}

function importSteps(node: YamlNode, defaults: RunDefaults, conversion: Conversion): ImportedStep[] {
  if (node.kind !== "sequence") {
    conversion.refuse(node.at, "`steps` is no list");
    return [];
  }
  return node.items.flatMap((item) => importStep(item, defaults, conversion) ?? []);
}

function importRunner({ value }: YamlEntry, conversion: Conversion): void {
  const labels = labelsOf(value);
  const expression = labels.find((label) => label.includes("${{"));
  if (expression !== undefined) {
    conversion.refuse(
      value.at,
      `\`runs-on\` holds an expression, which has no counterpart: ${shown(expression)}`,
    );
  } else if (labels.join() !== "self-hosted") {
    conversion.drop(
      value.at,
      `\`runs-on: ${shown(labels.join(", "))}\` is left out: the steps run on this machine`,
    );
  }
}

/** On Windows, GitHub gives a `run` to PowerShell. */
function shellOfRunner(node: YamlNode | undefined): Partial<RunDefaults> {
  const isWindows = node !== undefined && labelsOf(node).some((label) => /windows/i.test(label));
  return isWindows ? { shell: "pwsh" } : {};
}

function labelsOf(node: YamlNode): string[] {
  const items = node.kind === "sequence" ? node.items : [node];
  return items.flatMap((item) => (item.kind === "scalar" ? [item.source] : []));
}
