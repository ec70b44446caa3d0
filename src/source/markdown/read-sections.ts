import { didYouMean } from "../../lib/did-you-mean.ts";
import type { Fix } from "../findings.ts";
import type { Report } from "../report.ts";
import type { Located, Position } from "../workflow.ts";
import { type Body, type Heading, readHeadings } from "./read-headings.ts";

const GATE = "gate";

/** A step's part of the body, byte for byte. */
export interface Section {
  stepId: string;
  at: Position;
  instructions: string;
  rubric?: Located<string>;
}

export interface Sections {
  /** The text of the first heading of level one before the first section. */
  title?: string;
  /** Everything before the first heading of level two. */
  preamble: string;
  byStep: ReadonlyMap<string, Section>;
}

/**
 * Divides the body among the steps (decision S2); `stepIds` are those that the front matter declares,
 * undefined where it has no list of steps to compare with.
 */
export function readSections(body: Body, stepIds: readonly string[] | undefined, report: Report): Sections {
  const headings = readHeadings(body, report);
  const { before, parts } = divide(headings);
  const preambleEnd = parts[0]?.heading.start ?? body.text.length;
  const title = readTitle(before, body.text, report);
  reportGatesOutside(before, report);
  const byStep = new Map<string, Section>();
  const declared = stepIds === undefined ? undefined : new Set(stepIds);
  parts.forEach(({ heading, inside }, index) => {
    const end = parts[index + 1]?.heading.start ?? body.text.length;
    addSection(byStep, readSection(heading, inside, end, body, report), heading, declared, report);
  });
  return { preamble: body.text.slice(0, preambleEnd), byStep, ...(title === undefined ? {} : { title }) };
}

/** A heading of level two and those below it, up to the next one of its level. */
interface Part {
  heading: Heading;
  inside: Heading[];
}

/** One walk, as a file may have a hundred thousand headings. */
function divide(headings: readonly Heading[]): { before: Heading[]; parts: Part[] } {
  const before: Heading[] = [];
  const parts: Part[] = [];
  let current = before;
  for (const heading of headings) {
    if (heading.depth === 2) {
      current = [];
      parts.push({ heading, inside: current });
    } else {
      current.push(heading);
    }
  }
  return { before, parts };
}

function addSection(
  byStep: Map<string, Section>,
  section: Section,
  heading: Heading,
  stepIds: ReadonlySet<string> | undefined,
  report: Report,
): void {
  const earlier = byStep.get(section.stepId);
  if (stepIds?.has(section.stepId) === false) {
    report.error("unknown-heading", heading.at, () => explainUnknown(heading.raw, stepIds));
  } else if (earlier !== undefined) {
    const message = `\`${section.stepId}\` has a section already, on line ${earlier.at.line}; keep one of them`;
    report.error("duplicate-section", heading.at, message);
  } else {
    byStep.set(section.stepId, section);
  }
}

function readSection(
  heading: Heading,
  inside: readonly Heading[],
  end: number,
  { text }: Body,
  report: Report,
): Section {
  const gates = inside.filter((inner) => inner.depth === 3 && inner.raw === GATE);
  const [gate, ...more] = gates;
  for (const extra of more) {
    const message = `this section has a gate already, on line ${gate?.at.line}; a step has one rubric`;
    report.error("duplicate-section", extra.at, message);
  }
  for (const inner of inside) warnGateSpelling(inner, text, report);
  const section = {
    stepId: heading.raw,
    at: heading.at,
    instructions: text.slice(heading.end, gate?.start ?? end),
  };
  const rubric = gate === undefined ? "" : text.slice(gate.end, end);
  if (gate === undefined || rubric.trim() === "") return section;
  return { ...section, rubric: { value: rubric, at: gate.at } };
}

/** A gate that is misspelt is no gate at all, and nobody would notice: the step would pass unjudged. */
function warnGateSpelling(heading: Heading, text: string, report: Report): void {
  const isMarker = heading.depth === 3 && heading.raw === GATE;
  if (isMarker || !/^[*_`]*gates?[*_`:]*$/i.test(heading.raw)) return;
  report.warning(
    "gate-spelling",
    heading.at,
    "this heading is part of the instructions; a gate is `### gate`, exactly",
    rewriting(heading, text, "### gate"),
  );
}

/** Undefined for a heading that is not a line of its own, in the form with hashes. */
function rewriting({ start, end }: Heading, text: string, line: string): Fix | undefined {
  const written = text.slice(start, end).replace(/\r?\n$/, "");
  return /^#{1,6}[ \t]/.test(written) && !written.includes("\n") ? { written, text: line } : undefined;
}

function readTitle(headings: readonly Heading[], text: string, report: Report): string | undefined {
  const heading = headings.find(({ depth, raw }) => depth === 1 && raw !== "");
  if (heading === undefined) return undefined;
  const title = heading.raw.replaceAll(/\s*\r?\n\s*/g, " ");
  if (/^workflow\s*:/i.test(title)) {
    report.error(
      "title-prefix",
      heading.at,
      "the title is the workflow's name alone, without `Workflow:` before it",
      rewriting(heading, text, `# ${title.replace(/^workflow\s*:\s*/i, "")}`),
    );
  }
  return title;
}

function reportGatesOutside(headings: readonly Heading[], report: Report): void {
  for (const { depth, raw, at } of headings) {
    if (depth !== 3 || raw !== GATE) continue;
    report.error(
      "gate-outside-step",
      at,
      "a gate belongs into a step's section, below its `## <id>` heading",
    );
  }
}

function explainUnknown(raw: string, stepIds: ReadonlySet<string>): string {
  const shown = raw.length > 60 ? `${raw.slice(0, 60)}…` : raw;
  const named = `\`## ${shown.replaceAll(/\s+/g, " ")}\` names no declared step`;
  if (raw === GATE) return `${named}; a gate is a heading of level three, \`### gate\``;
  const word = raw.replace(/^step\s*:\s*/i, "").replaceAll(/^[*_`]+|[*_`:]+$/g, "");
  const meant = stepIds.has(word) ? word : didYouMean(word, stepIds);
  if (meant !== undefined) return `${named}; did you mean \`## ${meant}\`?`;
  return `${named}; declare it under \`steps\`, or use another level for a heading inside instructions`;
}
