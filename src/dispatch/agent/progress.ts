import { PROGRESS_CHARS_MAX } from "../../contract/index.ts";
import { clipText } from "../../lib/clip-text.ts";
import { Progress } from "../llm/progress.ts";
import type { Scrub } from "../llm/scrub.ts";

/** Secrets go before anything is cut, so more is looked at than is shown. */
const WINDOW_CHARS = 10 * PROGRESS_CHARS_MAX;

/** The signs of life of one agent. */
export class AgentProgress {
  readonly #show: ((text: string) => void) | undefined;
  readonly #scrub: Scrub;
  readonly #pieces: Progress;

  constructor(show: ((text: string) => void) | undefined, scrub: Scrub) {
    this.#show = show;
    this.#scrub = scrub;
    this.#pieces = new Progress(show, scrub);
  }

  /** A whole thing that it said or began to do. */
  line(text: string | undefined): void {
    if (this.#show === undefined || text === undefined) return;
    const oneLine = this.#scrub(text.slice(0, WINDOW_CHARS)).replaceAll(/\s+/g, " ").trim();
    if (oneLine !== "") this.#show(clipText(oneLine, PROGRESS_CHARS_MAX));
  }

  /** A tool, and what of its input tells most. */
  tool(name: string | undefined, input: Record<string, unknown> | undefined): void {
    if (name === undefined) return;
    const telling = TELLING_FIELDS.map((field) => input?.[field]).find((value) => typeof value === "string");
    this.line(typeof telling === "string" ? `${name}: ${telling}` : name);
  }

  /** The next piece of a text that comes bit by bit. */
  piece(text: string): void {
    this.#pieces.add(text);
  }
}

const TELLING_FIELDS = ["command", "file_path", "filePath", "path", "pattern", "url", "query", "description"];
