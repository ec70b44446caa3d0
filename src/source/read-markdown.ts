import { INSTRUCTIONS_BYTES_MAX, SOURCE_IR_VERSION } from "../contract/index.ts";
import { checkEnvLiterals } from "./checks/check-env-literals.ts";
import { checkMapOutput } from "./checks/check-map-output.ts";
import { checkReferences } from "./checks/check-references.ts";
import { checkRoutes } from "./checks/check-routes.ts";
import { warnCaseCollisions, withoutRepeatedIds } from "./checks/check-step-ids.ts";
import type { Declarations } from "./checks/declarations.ts";
import { decodeSource } from "./decode-source.ts";
import type { ReadResult } from "./findings.ts";
import { declaredParamNames, declaredStepIds } from "./keys/declared-names.ts";
import { type FrontMatter, frontMatter } from "./keys/front-matter.ts";
import { indexLines } from "./line-index.ts";
import { readSections, type Sections } from "./markdown/read-sections.ts";
import { splitFrontMatter } from "./markdown/split-front-matter.ts";
import { Report } from "./report.ts";
import type { Step, Workflow } from "./workflow.ts";
import { readYaml } from "./yaml/read-yaml.ts";
import type { YamlNode } from "./yaml/yaml-node.ts";

/**
 * Reads a Markdown workflow. All findings of the file come at once, in its order; the workflow is there when none of
 * them is an error. Never throws, whatever the bytes.
 */
export function readMarkdown(bytes: Uint8Array): ReadResult {
  const report = new Report();
  const workflow = readDocument(bytes, report);
  const findings = report.findings();
  return workflow === undefined || report.hasErrors ? { findings } : { workflow, findings };
}

function readDocument(bytes: Uint8Array, report: Report): Workflow | undefined {
  const text = decodeSource(bytes, report);
  const source = text === undefined ? undefined : splitFrontMatter(text, report);
  if (text === undefined || source === undefined) return undefined;
  const positionAt = indexLines(text);
  const root = readYaml(source.yaml, (offset) => positionAt(source.yamlOffset + offset), report);
  if (root === undefined) return undefined;
  const keys = frontMatter.readPartly(root, "front matter", report);
  const body = { text: source.body, positionAt: (offset: number) => positionAt(source.bodyOffset + offset) };
  const sections = readSections(body, declaredStepIds(root), report);
  if (keys === undefined) return undefined;
  const declarations = declare(keys, root, report);
  checkDeclarations(declarations, report);
  const steps = declarations.steps.map((step) => joinSection(step, sections, declarations, report));
  return assemble(keys, steps, sections);
}

function declare(keys: Partial<FrontMatter>, root: YamlNode, report: Report): Declarations {
  const read = withoutRepeatedIds(
    (keys.steps ?? []).map(({ step, whole }) => ({ id: step.id, at: step.at, step, whole })),
    report,
  );
  const whole = new Set(read.filter((entry) => entry.whole).map(({ id }) => id));
  const params = keys.params ?? [];
  const readParams = new Set(params.map(({ name }) => name));
  return {
    params,
    outputs: keys.outputs ?? [],
    steps: read.map(({ step }) => step),
    broken: {
      params: new Set(declaredParamNames(root).filter((name) => !readParams.has(name))),
      steps: new Set(declaredStepIds(root)?.filter((id) => !whole.has(id))),
    },
  };
}

function checkDeclarations(declarations: Declarations, report: Report): void {
  warnCaseCollisions(declarations.steps, report);
  checkReferences(declarations, report);
  checkRoutes(declarations.steps, report);
  for (const step of declarations.steps) {
    checkMapOutput(step, report);
    checkEnvLiterals(step, report);
  }
}

function joinSection(step: Step, sections: Sections, { broken }: Declarations, report: Report): Step {
  const section = sections.byStep.get(step.id);
  const instructions = section?.instructions ?? "";
  if (step.kind !== "route" && !broken.steps.has(step.id) && instructions.trim() === "") {
    const found =
      section === undefined ? "no section" : `nothing under its heading on line ${section.at.line}`;
    const message = `the step \`${step.id}\` has ${found}; write what it does under \`## ${step.id}\` in the body`;
    report.error("missing-section", section?.at ?? step.at, message);
  }
  const bytes = Buffer.byteLength(instructions);
  if (section !== undefined && bytes > INSTRUCTIONS_BYTES_MAX) {
    const message = `the instructions of \`${step.id}\` have ${bytes} bytes, at most ${INSTRUCTIONS_BYTES_MAX} are taken`;
    report.error("out-of-bounds", section.at, message);
  }
  if (section?.rubric === undefined) return { ...step, instructions };
  return { ...step, instructions, gate: { ...step.gate, rubric: section.rubric } };
}

function assemble(keys: Partial<FrontMatter>, steps: Step[], sections: Sections): Workflow {
  const description = keys.description ?? "";
  return {
    sourceIrVersion: SOURCE_IR_VERSION,
    format: "markdown",
    title: sections.title ?? description,
    description,
    preamble: sections.preamble,
    params: keys.params ?? [],
    defaults: keys.defaults ?? {},
    outputs: keys.outputs ?? [],
    budget: keys.budget ?? {},
    steps,
  };
}
