import { AkmError, type Problem } from "../../errors/index.ts";

export interface ParamProblem extends Problem {
  code: "PARAM_UNKNOWN" | "PARAM_INVALID" | "PARAM_MISSING";
}

export function paramProblem(code: ParamProblem["code"], message: string): ParamProblem {
  return { code, message };
}

/** All problems in one error, under the code of the first. */
export function paramError(problems: readonly ParamProblem[], hint: string): AkmError {
  const [first] = problems;
  const message =
    problems.length === 1
      ? sentence(first?.message ?? "")
      : `There are ${problems.length} problems with the params: ${problems.map((problem) => problem.message).join("; ")}.`;
  return new AkmError(first?.code ?? "PARAM_INVALID", message, { hint, problems });
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? "" : "."}`;
}
