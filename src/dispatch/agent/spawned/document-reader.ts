import { type DecodedOutput, decodeOutput } from "../../process/decode-output.ts";
import { OutputCapture } from "../../process/output-capture.ts";
import { type AgentReport, emptyReport } from "../agent-report.ts";
import type { OutputEnd, OutputReader } from "./spawned-platform.ts";

/** What one platform makes of all that it printed: it writes into the report. */
export type ReadDocument = (text: string, report: AgentReport, end: OutputEnd) => void;

/** Reads a platform that prints one document, up to 8 MiB of it. */
export class DocumentReader implements OutputReader {
  readonly #capture = new OutputCapture();
  readonly #isComplete: (text: string) => boolean;
  readonly #readDocument: ReadDocument;
  /** What the capture has given away. */
  #bytes: Buffer = Buffer.alloc(0);

  /** @param isComplete whether a text is a whole document, with nothing to follow */
  constructor(readDocument: ReadDocument, isComplete: (text: string) => boolean) {
    this.#readDocument = readDocument;
    this.#isComplete = isComplete;
  }

  get isFinal(): boolean {
    return this.#isComplete(this.#decode().text);
  }

  append(chunk: Buffer): void {
    this.#capture.append(chunk);
  }

  report(end: OutputEnd): AgentReport {
    const report = emptyReport();
    const { isCut, bytesWritten, bytesKept } = this.#capture;
    if (isCut) {
      const message = `it printed ${bytesWritten} bytes, of which ${bytesKept} can be kept`;
      return { ...report, error: { message } };
    }
    const { text, isUtf8 } = this.#decode();
    report.isFinal = this.#isComplete(text);
    if (!isUtf8) report.warnings.push("its output is not all UTF-8; what is not became U+FFFD");
    this.#readDocument(text, report, end);
    return report;
  }

  #decode(): DecodedOutput {
    const fresh = this.#capture.take();
    if (fresh.length > 0) this.#bytes = Buffer.concat([this.#bytes, fresh]);
    return decodeOutput(this.#bytes, false);
  }
}
