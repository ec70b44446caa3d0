import { SOURCE_IR_VERSION } from "../../contract/index.ts";
import { checkBindings } from "../checks/check-bindings.ts";
import { checkEnvLiterals } from "../checks/check-env-literals.ts";
import { warnCaseCollisions, withoutRepeatedIds } from "../checks/check-step-ids.ts";
import { decodeSource } from "../decode-source.ts";
import type { ReadResult } from "../findings.ts";
import { optional, record, required } from "../forms/record.ts";
import { text } from "../forms/text.ts";
import { indexLines } from "../line-index.ts";
import { readWithReport } from "../read-with-report.ts";
import type { Report } from "../report.ts";
import type { UnitStep, Workflow } from "../workflow.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { ExpressionFinder } from "./expressions.ts";
import { type GithubJob, jobs } from "./job.ts";
import { triggers } from "./triggers.ts";

const document = record(
  {
    name: optional(text(), "What the workflow does, for people."),
    on: required(triggers, "What may start it."),
    jobs: required(jobs, "Its one job."),
  },
  {
    what: "a GitHub-shaped workflow",
    notes: {
      permissions: "akm hands out no token; take it out",
      env: "give each step that needs it its own `env`",
      defaults: "give each step its own `shell` and `working-directory`",
      concurrency: "a project has one active run of a workflow at a time as it is; take it out",
      "run-name": "a run is called after its workflow",
      description: "the workflow's `name` says what it does",
      params: "a Markdown workflow declares `params`",
      outputs: "a Markdown workflow exports `outputs`",
      steps: "`steps` stands in the one job of `jobs`",
      version: "a version belongs to tasks, which lie in tasks/",
    },
  },
);

/**
 * Reads a GitHub-shaped workflow, the closed subset that akm runs itself. All findings of the file come at once, in its
 * order, and name each thing that an ordinary GitHub workflow has and this has not. Never throws, whatever the bytes.
 */
export function readGithub(bytes: Uint8Array): ReadResult {
  const { value, findings } = readWithReport((report) => readDocument(bytes, report));
  return value === undefined ? { findings } : { workflow: value, findings };
}

function readDocument(bytes: Uint8Array, report: Report): Workflow | undefined {
  const source = decodeSource(bytes, report);
  if (source === undefined) return undefined;
  const root = readYaml(source, indexLines(source), report);
  if (root === undefined) return undefined;
  const expressions = new ExpressionFinder(source);
  const read = document.readPartly(expressions.takeOut(root), "the workflow", report);
  const stepsOfJobs = (read?.jobs ?? []).map((job) => checkedSteps(job, report));
  expressions.reportTo(report);
  const [job] = read?.jobs ?? [];
  return job === undefined ? undefined : assemble(read?.name ?? job.name, job, stepsOfJobs[0] ?? []);
}

function checkedSteps(job: GithubJob, report: Report): UnitStep[] {
  const steps = withoutRepeatedIds(job.steps, report);
  warnCaseCollisions(steps, report);
  checkBindings(steps, report);
  for (const step of steps) checkEnvLiterals(step, report);
  return steps;
}

function assemble(name: string | undefined, job: GithubJob, steps: UnitStep[]): Workflow {
  return {
    sourceIrVersion: SOURCE_IR_VERSION,
    format: "github-yaml",
    title: name ?? job.id,
    description: name ?? `The steps of the job ${job.id}`,
    preamble: "",
    params: [],
    defaults: {},
    outputs: [],
    budget: {},
    steps,
  };
}
