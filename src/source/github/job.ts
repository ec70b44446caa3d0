import { STEP_ID_PATTERN, STEPS_MAX, STEPS_MIN } from "../../contract/index.ts";
import { type Form, transform } from "../forms/form.ts";
import { list } from "../forms/list.ts";
import { optional, type RecordOf, record } from "../forms/record.ts";
import { text } from "../forms/text.ts";
import type { Report } from "../report.ts";
import type { Position, UnitStep } from "../workflow.ts";
import { entryOf, type YamlEntry, type YamlNode } from "../yaml/yaml-node.ts";
import { githubStep } from "./step.ts";

const THIS_MACHINE = "self-hosted";

const runsOn: Form<true> = {
  schema: {},
  read(node, name, report) {
    const [label, ...others] = node.kind === "sequence" ? node.items : [];
    if (label?.kind === "scalar" && label.value === THIS_MACHINE && others.length === 0) return true;
    const message = `there are no other machines than this one to run on: write \`${name}: [${THIS_MACHINE}]\``;
    return report.error("unsupported-runner", node.at, message);
  },
};

const needs: Form<true> = {
  schema: {},
  read(node, name, report) {
    const isEmpty = node.kind === "sequence" ? node.items.length === 0 : isNull(node);
    if (isEmpty || node.kind === "refused") return true;
    const message = `\`${name}\` waits for other jobs, and a workflow has one: take it out, steps run in the order they stand`;
    return report.error("multi-job-unsupported", node.at, message);
  },
};

const reusable: Form<true> = {
  schema: {},
  read(node, name, report) {
    const message = `a job does not run another workflow: give it a step with \`${name}: workflows/<name>\``;
    return report.error("unsupported-uses-target", node.at, message);
  },
};

const fields = {
  name: optional(text(), "What the job does, for people."),
  needs: optional(needs, "Empty."),
  "runs-on": optional(runsOn, "This machine."),
  uses: optional(reusable, "Not taken."),
  steps: optional(list(githubStep, { min: STEPS_MIN, max: STEPS_MAX }), "The steps, in the order they run."),
};

const OF_CALLED = "a called workflow is given its params by the `with` of the step that uses it";

const jobRecord = record(fields, {
  what: "a job",
  notes: {
    permissions: "akm hands out no token; take it out",
    strategy: "there is no matrix; a Markdown workflow fans out over a list with `map`",
    services: "start what the steps need in a step of its own, or before the run",
    container: "the steps run on this machine; call the container program with `run`",
    if: "a job always runs; a Markdown workflow branches with `route`",
    env: "give each step that needs it its own `env`",
    defaults: "give each step its own `shell` and `working-directory`",
    outputs: "a Markdown workflow exports `outputs`",
    concurrency: "a project has one active run of a workflow at a time as it is; take it out",
    environment: "a person's approval is `gate: { approve: true }` in a Markdown workflow",
    "timeout-minutes": "bound the whole run with `akm workflow run --timeout`",
    "continue-on-error": "a failed step ends the run; in a Markdown workflow `on_error: continue` goes on",
    secrets: "bind each secret in the step that needs it, as `env: { NAME: secrets/<name> }`",
    with: OF_CALLED,
  },
});

type JobFields = RecordOf<typeof fields>;

export interface GithubJob {
  id: string;
  at: Position;
  name?: string;
  steps: UnitStep[];
}

const jobBody: Form<JobFields> = transform(jobRecord, (value, node, name, report) => {
  if (entryOf(node, "uses") === undefined) reportMissing(name, node, report);
  return value;
});

function reportMissing(name: string, node: YamlNode, report: Report): void {
  if (entryOf(node, "runs-on") === undefined) {
    const message = `the job \`${name}\` needs the key \`runs-on\`: write \`runs-on: [${THIS_MACHINE}]\``;
    report.error("missing-key", node.at, message);
  }
  if (entryOf(node, "steps") === undefined)
    report.error("missing-key", node.at, `the job \`${name}\` needs the key \`steps\``);
}

/** `jobs`: each is read, so that all that is wrong is named at once, and exactly one is taken. */
export const jobs: Form<GithubJob[]> = {
  schema: {},
  read(node, name, report) {
    if (node.kind === "refused") return undefined;
    if (node.kind !== "mapping" && !isNull(node)) {
      return report.error("wrong-type", node.at, `\`${name}\` must be a mapping of one job by its id`);
    }
    const entries = node.kind === "mapping" ? node.entries : [];
    reportCount(entries, node.at, report);
    return entries.flatMap((entry) => readJob(entry, report));
  },
};

function readJob({ key: id, keyAt: at, value }: YamlEntry, report: Report): GithubJob[] {
  if (!STEP_ID_PATTERN.test(id)) {
    const shown = JSON.stringify(id.length > 60 ? `${id.slice(0, 60)}…` : id);
    report.error(
      "invalid-name",
      at,
      `a job's id begins with a letter or _ and goes on with letters, digits, _ and -, not ${shown}`,
    );
  }
  const body = jobBody.read(value, id, report);
  if (body === undefined) return [];
  return [{ id, at, ...(body.name === undefined ? {} : { name: body.name }), steps: body.steps ?? [] }];
}

const NAMES_SHOWN_MAX = 8;

function reportCount(entries: readonly YamlEntry[], at: Position, report: Report): void {
  const [, second] = entries;
  if (entries.length === 0) {
    report.error("multi-job-unsupported", at, "`jobs` is empty; a workflow is exactly one job");
  } else if (second !== undefined) {
    const names = entries.slice(0, NAMES_SHOWN_MAX).map(({ key }) => `\`${key.slice(0, 60)}\``);
    const shown = `${names.join(", ")}${entries.length > NAMES_SHOWN_MAX ? ", …" : ""}`;
    const message =
      `there are ${entries.length} jobs (${shown}), and a workflow is exactly one:` +
      " give each a file of its own and compose them with steps `uses: workflows/<name>`";
    report.error("multi-job-unsupported", second.keyAt, message);
  }
}

function isNull(node: YamlNode): boolean {
  return node.kind === "scalar" && node.value === null;
}
