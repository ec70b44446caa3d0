import type { OutputDeclaration, ParamDeclaration, Step } from "../workflow.ts";

/** What the checks across a whole workflow look at, whichever source format it came from. */
export interface Declarations {
  params: readonly ParamDeclaration[];
  outputs: readonly OutputDeclaration[];
  /** In order, ids unique. */
  steps: readonly Step[];
  /** Names that were declared but whose declaration could not be read whole: nothing is said of what they hold. */
  broken: { params: ReadonlySet<string>; steps: ReadonlySet<string> };
}
