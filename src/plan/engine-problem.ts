import { AkmError, type ErrorCode, type Problem } from "../errors/index.ts";
import type { Position } from "../source/index.ts";

/** Why an engine cannot be frozen for a step; all of a workflow are told at once. */
export class EngineProblem extends Error {
  readonly code: Extract<ErrorCode, "ENGINE_UNKNOWN" | "INVALID_CONFIG_FILE" | "WORKFLOW_SOURCE_INVALID">;
  readonly hint: string;

  constructor(code: EngineProblem["code"], message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** What is wrong with the engines of a workflow, step by step, told as one error. */
export class EngineProblems {
  readonly #found: { stepId: string; at: Position; problem: EngineProblem }[] = [];

  /** What `freeze` gives, or undefined where it met a problem. */
  collect<Result>(stepId: string, at: Position, freeze: () => Result): Result | undefined {
    try {
      return freeze();
    } catch (error) {
      if (!(error instanceof EngineProblem)) throw error;
      this.#found.push({ stepId, at, problem: error });
      return undefined;
    }
  }

  /** Each in one sentence. */
  get messages(): string[] {
    return this.#found.map(({ stepId, problem }) => `step "${stepId}": ${problem.message}`);
  }

  /** Throws the first with its own code and remedy, and the others as problems beside it. */
  throwIfAny(file: string): void {
    const [first] = this.#found;
    if (first === undefined) return;
    const problems = this.#found.map(
      ({ stepId, at, problem }): Problem => ({
        file,
        ...at,
        code: problem.code,
        message: `step "${stepId}": ${problem.message}`,
      }),
    );
    const place = `${file}:${first.at.line}:${first.at.column}`;
    const others = problems.length - 1;
    throw new AkmError(
      first.problem.code,
      `${place}: step "${first.stepId}": ${first.problem.message}${others === 0 ? "" : ` (and ${others} more)`}`,
      { hint: first.problem.hint, problems },
    );
  }
}
