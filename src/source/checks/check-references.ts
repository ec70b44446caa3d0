import { didYouMean } from "../../lib/did-you-mean.ts";
import type { Reference } from "../references.ts";
import type { Report } from "../report.ts";
import type { Located } from "../workflow.ts";
import { artifactShape, mayBe, pathProblem, type Shape, shapeAt, typesInWords } from "./artifact-shape.ts";
import type { Declarations } from "./declarations.ts";
import { stepProblem } from "./step-problem.ts";

/** Checks what each reference names: a declared param, or a step that has ended by then, and a path that can be. */
export function checkReferences(declarations: Declarations, report: Report): void {
  const checker = new ReferenceChecker(declarations, report);
  declarations.steps.forEach((step, index) => {
    if (step.kind === "route") {
      checker.check(step.input, index);
      return;
    }
    for (const input of step.inputs) checker.check(input, index);
    if (step.kind === "map") checker.checkList(step.over, index);
  });
  for (const output of declarations.outputs) checker.check(output.from, declarations.steps.length);
}

class ReferenceChecker {
  readonly #declarations: Declarations;
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #report: Report;

  constructor(declarations: Declarations, report: Report) {
    this.#declarations = declarations;
    this.#indexes = new Map(declarations.steps.map((step, index) => [step.id, index]));
    this.#report = report;
  }

  /** `position` is the index of the step that reads; the number of steps for the run's outputs. */
  check(reference: Located<Reference>, position: number): void {
    const { value, at } = reference;
    if (!this.#isDeclared(reference, position)) return;
    const problem = pathProblem(this.#shapeOf(value), value.path);
    if (problem !== undefined) this.#report.error("bad-path", at, `\`${value.text}\`: ${problem}`);
  }

  checkList(reference: Located<Reference>, position: number): void {
    this.check(reference, position);
    const { value, at } = reference;
    const shape = shapeAt(this.#shapeOf(value), value.path);
    if (mayBe(shape, "array")) return;
    const message = `\`${value.text}\` is declared as ${typesInWords(shape)}; a map needs a list to fan out over`;
    this.#report.error("bad-path", at, message);
  }

  #isDeclared({ value, at }: Located<Reference>, position: number): boolean {
    if (value.root === "params") return this.#isDeclaredParam(value.name, at);
    const problem = stepProblem(value, position, this.#indexes);
    if (problem === undefined) return true;
    if (problem.code === "unknown-step" && this.#declarations.broken.steps.has(value.stepId)) return false;
    this.#report.error(problem.code, at, problem.message);
    return false;
  }

  #isDeclaredParam(name: string, at: Located<unknown>["at"]): boolean {
    const names = this.#declarations.params.map((param) => param.name);
    if (names.includes(name)) return true;
    if (this.#declarations.broken.params.has(name)) return false;
    this.#report.error("unknown-param", at, () => {
      const meant = didYouMean(name, names);
      const advice = meant === undefined ? "declare it under `params`" : `did you mean \`params.${meant}\`?`;
      return `there is no param \`${name}\`; ${advice}`;
    });
    return false;
  }

  #shapeOf(reference: Reference): Shape {
    const { params, steps, broken } = this.#declarations;
    if (reference.root === "params") return params.find((param) => param.name === reference.name)?.schema;
    if (broken.steps.has(reference.stepId)) return undefined;
    const step = steps[this.#indexes.get(reference.stepId) ?? -1];
    return step === undefined ? undefined : artifactShape(step);
  }
}
