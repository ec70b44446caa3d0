import { type AgentReport, emptyReport } from "../agent-report.ts";
import { type JsonRecord, parseRecord } from "../json-fields.ts";
import { LineReader } from "../line-reader.ts";
import type { OutputEnd, OutputReader } from "./spawned-platform.ts";

/** What one platform makes of its records: it writes into the report. `line` is the record's own text. */
export type ReadRecord = (record: JsonRecord, report: AgentReport, line: string) => void;

/** Reads a platform that prints one JSON object a line. Lines of anything else are noise and are passed over. */
export class RecordReader implements OutputReader {
  readonly #report = emptyReport();
  readonly #lines: LineReader;
  readonly #finish: (report: AgentReport, end: OutputEnd) => void;

  constructor(
    readRecord: ReadRecord,
    finish: (report: AgentReport, end: OutputEnd) => void = () => undefined,
  ) {
    this.#finish = finish;
    this.#lines = new LineReader((line) => {
      const record = parseRecord(line);
      if (record !== undefined) readRecord(record, this.#report, line);
    });
  }

  get isFinal(): boolean {
    return this.#report.isFinal;
  }

  append(chunk: Buffer): void {
    this.#lines.append(chunk);
  }

  report(end: OutputEnd): AgentReport {
    this.#lines.end();
    const { skippedLines, isUtf8 } = this.#lines;
    if (skippedLines > 0)
      this.#report.warnings.push(`${skippedLines} line(s) of its output were too long to read`);
    if (!isUtf8) this.#report.warnings.push("its output is not all UTF-8; what is not became U+FFFD");
    this.#finish(this.#report, end);
    return this.#report;
  }
}
