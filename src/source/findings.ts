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
}

/** What reading a file comes to: the workflow is there when no finding is an error. */
export interface ReadResult {
  workflow?: Workflow;
  findings: Finding[];
}
