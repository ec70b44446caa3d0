import type { Located, Position, Reference } from "../../source/index.ts";
import type { CompositionCode, CompositionProblems } from "./composition-problems.ts";

/** What a composing step can see of the workflow it stands in. */
export interface Surroundings {
  params: ReadonlySet<string>;
  /** The steps before, each with the names its artifact has where it is a child's exports. */
  earlier: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  problems: CompositionProblems;
}

/** One composing step while it is put together. */
export class StepScope {
  readonly #stepId: string;
  readonly #at: Position;
  readonly #around: Surroundings;

  constructor(stepId: string, at: Position, around: Surroundings) {
    this.#stepId = stepId;
    this.#at = at;
    this.#around = around;
  }

  refuse(code: CompositionCode, message: string, at = this.#at): void {
    this.#around.problems.add(code, this.#stepId, at, message);
  }

  /** A reference must name something that is there when the step is sent out, and of a child's exports one it declares. */
  checkReference({ value, at }: Located<Reference>): void {
    const problem = value.root === "params" ? this.#paramProblem(value) : this.#stepProblem(value);
    if (problem !== undefined) this.refuse("INPUT_BINDING_INVALID", problem, at);
  }

  #paramProblem({ name, text }: Extract<Reference, { root: "params" }>): string | undefined {
    const { params } = this.#around;
    if (params.has(name)) return undefined;
    const declared = params.size === 0 ? "(none)" : [...params].join(", ");
    return `${text} does not name a declared workflow param; declared params: ${declared}`;
  }

  #stepProblem({ stepId, path, text }: Extract<Reference, { root: "steps" }>): string | undefined {
    const { earlier } = this.#around;
    if (!earlier.has(stepId)) return `${text} names no step before this one`;
    const exported = earlier.get(stepId);
    const [first] = path;
    if (exported === undefined || first === undefined) return undefined;
    if (typeof first === "string" && exported.has(first)) return undefined;
    return `${text} reads ${first} of a child workflow that exports ${[...exported].join(", ")}`;
  }
}
