import { AkmError, type Problem } from "../../errors/index.ts";
import { sentence } from "../../lib/sentence.ts";

export interface ParamProblem extends Problem {
  code: "PARAM_UNKNOWN" | "PARAM_INVALID" | "PARAM_MISSING";
}

/** `message` is a sentence without its full stop. */
export function paramProblem(code: ParamProblem["code"], message: string): ParamProblem {
  return { code, message };
}

/** All problems in one error, under the code of the first. */
export function paramError(problems: readonly ParamProblem[], hint: string): AkmError {
  const [first] = problems;
  const message =
    problems.length === 1
      ? sentence(first?.message ?? "")
      : `There are ${problems.length} problems with the params.`;
  return new AkmError(first?.code ?? "PARAM_INVALID", message, { hint, problems });
}
