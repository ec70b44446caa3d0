import { AkmError, type Problem } from "../../errors/index.ts";
import type { Position } from "../../source/index.ts";

/** `COMPOSITION_INVALID`: assets that do not fit together; `INPUT_BINDING_INVALID`: what one is given does not fit it. */
export type CompositionCode = "COMPOSITION_INVALID" | "INPUT_BINDING_INVALID";

const HINTS: Readonly<Record<CompositionCode, string>> = {
  COMPOSITION_INVALID: "Change the step's `uses`, or what it names; nothing was started.",
  INPUT_BINDING_INVALID:
    "Change the step's `with`, or the inputs that its target declares; nothing was started.",
};

/** What is wrong with the assets that a workflow's steps use, told as one error. */
export class CompositionProblems {
  readonly #found: Problem[] = [];

  add(code: CompositionCode, stepId: string, at: Position, message: string): void {
    this.#found.push({ ...at, code, message: `step "${stepId}": ${message}` });
  }

  /** Each in one sentence. */
  get messages(): string[] {
    return this.#found.map(({ message }) => message);
  }

  /** Throws the first with its own code, and all of them as problems. */
  throwIfAny(file: string): void {
    const [first] = this.#found;
    if (first === undefined) return;
    const others = this.#found.length - 1;
    const code = first.code as CompositionCode;
    throw new AkmError(
      code,
      `${file}:${first.line}:${first.column}: ${first.message}${others === 0 ? "" : ` (and ${others} more)`}`,
      { hint: HINTS[code], problems: this.#found.map((problem) => ({ ...problem, file })) },
    );
  }
}
