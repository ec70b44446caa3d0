import type { Workflow } from "./workflow.ts";

/** One thing found in a source file; `line` and `column` from 1. */
export interface Finding {
  severity: "error" | "warning";
  /** A stable slug, e.g. `unknown-key`. */
  code: string;
  /** What was found and what to do, one or two sentences. */
  message: string;
  line: number;
  column: number;
  fixable: boolean;
  /** How to mend it without changing what anybody can have meant; there exactly when it is fixable. */
  fix?: Fix;
}

/** What stands at the finding's place, within its line, and what is to stand there. */
export interface Fix {
  written: string;
  text: string;
}

/** What reading a file comes to: the workflow is there when no finding is an error. */
export interface ReadResult {
  workflow?: Workflow;
  findings: Finding[];
}
