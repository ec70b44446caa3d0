import { STEPS_MAX } from "../../../contract/index.ts";
import { decodeSource } from "../../decode-source.ts";
import type { Finding } from "../../findings.ts";
import { indexLines } from "../../line-index.ts";
import { readMarkdown } from "../../read-markdown.ts";
import { readWithReport } from "../../read-with-report.ts";
import type { Report } from "../../report.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import { entryOf, type YamlEntry, type YamlNode } from "../../yaml/yaml-node.ts";
import { Conversion, shown } from "./conversion.ts";
import { defaultsOf, droppers, importJob, merged } from "./import-job.ts";
import { oneLine, writeWorkflow } from "./write-workflow.ts";

/** An ordinary GitHub workflow, converted. */
export interface GithubImport {
  /** The Markdown workflow; absent when anything was refused. */
  text?: string;
  /** What was left out, or is for a person to see to. */
  notes: Finding[];
  /** What would mean something else, all of it. */
  refusals: Finding[];
}

/**
 * Converts an ordinary GitHub workflow of one job into a Markdown workflow whose steps run the same scripts. What has no
 * meaning on one's own machine is left out with a note; what would change the meaning is refused. Never throws.
 */
export function importGithub(bytes: Uint8Array): GithubImport {
  const { value, findings } = readWithReport((report) => convert(bytes, report));
  return {
    ...(value === undefined ? {} : { text: value }),
    notes: findings.filter((finding) => !isError(finding)),
    refusals: findings.filter(isError),
  };
}

function isError({ severity }: Finding): boolean {
  return severity === "error";
}

const DROPPED: Readonly<Record<string, string>> = {
  permissions: "akm hands out no token",
  concurrency: "a project has one active run of a workflow at a time",
  "run-name": "a run is called after its workflow",
};

function convert(bytes: Uint8Array, report: Report): string | undefined {
  const source = decodeSource(bytes, report);
  const root = source === undefined ? undefined : readYaml(source, indexLines(source), report);
  if (root === undefined) return undefined;
  const conversion = new Conversion(report);
  const defaults = {
    ...defaultsOf(entryOf(root, "defaults"), conversion),
    env: merged(new Map(), entryOf(root, "env"), conversion),
  };
  let name: string | undefined;
  let jobs: YamlEntry[] = [];
  conversion.each(root, "the workflow", {
    ...droppers(DROPPED, conversion),
    name: ({ value }) => {
      if (value.kind === "scalar") name = value.source;
    },
    on: (entry) => dropTriggers(entry, conversion),
    defaults: () => undefined,
    env: () => undefined,
    jobs: (entry) => {
      jobs = jobsOf(entry, conversion);
    },
  });
  if (root.kind === "mapping" && entryOf(root, "jobs") === undefined)
    conversion.refuseJobs(root.at, "there are no `jobs`");
  const [imported] = jobs.map((job) => importJob(job, defaults, conversion));
  const [job] = jobs;
  if (imported === undefined || job === undefined) return undefined;
  const { steps, timeout } = imported;
  if (steps.length === 0 && !report.hasErrors)
    conversion.refuse(job.keyAt, "no step is left that runs a command");
  if (steps.length > STEPS_MAX)
    conversion.refuse(job.keyAt, `there are ${steps.length} steps, at most ${STEPS_MAX} are taken`);
  if (report.hasErrors) return undefined;
  const text = writeWorkflow({ title: titleFrom(name, imported.name, job.key), timeout, steps });
  const [wrong] = readMarkdown(new TextEncoder().encode(text)).findings.filter(isError);
  if (wrong !== undefined) conversion.refuse(job.keyAt, `it would come to no workflow: ${wrong.message}`);
  return text;
}

function jobsOf({ value, keyAt }: YamlEntry, conversion: Conversion): YamlEntry[] {
  const entries = value.kind === "mapping" ? value.entries : [];
  const [first, second] = entries;
  if (first === undefined) conversion.refuseJobs(keyAt, "there is no job to convert");
  if (second !== undefined) {
    const names = entries.slice(0, 8).map(({ key }) => `\`${shown(key)}\``);
    conversion.refuseJobs(
      second.keyAt,
      `there are ${entries.length} jobs (${names.join(", ")}); put each into a file and convert it alone`,
    );
  }
  return entries;
}

function dropTriggers({ keyAt, value }: YamlEntry, conversion: Conversion): void {
  const names = triggerNames(value).filter((name) => name !== "workflow_dispatch");
  const inputs = entryOf(entryOf(value, "workflow_dispatch")?.value ?? value, "inputs");
  if (inputs !== undefined)
    conversion.drop(
      inputs.keyAt,
      "`inputs` of `workflow_dispatch` are left out: declare `params` where steps need them",
    );
  if (names.length === 0) return;
  const list = names.map((name) => `\`${shown(name)}\``).join(", ");
  conversion.drop(
    keyAt,
    `${list} of \`on\` ${names.length === 1 ? "is" : "are"} left out: akm starts nothing by itself`,
  );
}

function triggerNames(node: YamlNode): string[] {
  if (node.kind === "mapping") return node.entries.map(({ key }) => key);
  const items = node.kind === "sequence" ? node.items : [node];
  return items.flatMap((item) => (item.kind === "scalar" && item.source !== "" ? [item.source] : []));
}

/** The first name that says something, so that it can stand as a heading. */
function titleFrom(...names: (string | undefined)[]): string {
  for (const name of names) {
    const title = oneLine(name ?? "")
      .replace(/^workflow:\s*/i, "")
      .replace(/[\s#]+$/, "");
    if (/[\p{L}\p{N}]/u.test(title)) return title;
  }
  return "Imported";
}
