import type { FindingCode } from "./finding-codes.ts";
import type { Finding, Fix } from "./findings.ts";
import type { Position } from "./workflow.ts";

/** A file with more findings than this is not being read by anyone; it also bounds memory on hostile input. */
const FINDINGS_MAX = 500;

/** What was found and what to do. */
type Message = string | (() => string);

/** Where every reader of one file puts what it finds, so that a person sees all of it at once. */
export class Report {
  readonly #findings: Finding[] = [];
  #hasErrors = false;

  get hasErrors(): boolean {
    return this.#hasErrors;
  }

  /** An explanation that costs something is given as a function, called only when the finding is listed. */
  error(code: FindingCode, at: Position, message: Message, fix?: Fix): undefined {
    this.#hasErrors = true;
    this.#add("error", code, at, message, fix);
  }

  warning(code: FindingCode, at: Position, message: Message, fix?: Fix): undefined {
    this.#add("warning", code, at, message, fix);
  }

  /** In the order of the file. */
  findings(): Finding[] {
    return this.#findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
  }

  #add(severity: Finding["severity"], code: FindingCode, at: Position, message: Message, fix?: Fix): void {
    if (this.#findings.length > FINDINGS_MAX) return;
    if (this.#findings.length === FINDINGS_MAX) {
      this.#push(
        "error",
        "too-many-findings",
        at,
        `there are more than ${FINDINGS_MAX} findings; the rest are left out`,
      );
      return;
    }
    this.#push(severity, code, at, typeof message === "string" ? message : message(), fix);
  }

  #push(severity: Finding["severity"], code: FindingCode, at: Position, message: string, fix?: Fix): void {
    this.#findings.push({
      severity,
      code,
      message,
      line: at.line,
      column: at.column,
      fixable: fix !== undefined,
      ...(fix === undefined ? {} : { fix }),
    });
  }
}
