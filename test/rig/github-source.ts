import { readGithub, type UnitStep, type Workflow } from "../../src/source/index.ts";

/** A GitHub-shaped workflow of one job with the given lines as its steps, each line indented to where steps stand. */
export function githubText(steps: string, head = "on: workflow_dispatch"): string {
  const lines = steps.trimEnd().split("\n");
  return `${head}\njobs:\n  main:\n    runs-on: [self-hosted]\n    steps:\n${lines.map((line) => `      ${line}`).join("\n")}\n`;
}

/** The line that the first line of the steps of `githubText` stands on. */
export const STEPS_LINE = 6;

export function readYml(text: string) {
  return readGithub(new TextEncoder().encode(text));
}

export function workflowInYml(text: string): Workflow {
  const { workflow, findings } = readYml(text);
  if (workflow === undefined) throw new Error(`not a workflow: ${JSON.stringify(findings, null, 1)}`);
  return workflow;
}

/** The steps, all of which are units in this format. */
export function stepsInYml(text: string): UnitStep[] {
  return workflowInYml(text).steps.filter((step) => step.kind === "unit");
}

/** Each finding as `line:column code`, warnings with a `?` in front. */
export function foundInYml(text: string): string[] {
  return readYml(text).findings.map(
    ({ severity, line, column, code }) => `${severity === "warning" ? "?" : ""}${line}:${column} ${code}`,
  );
}

export function messagesInYml(text: string): string[] {
  return readYml(text).findings.map(({ message }) => message);
}
