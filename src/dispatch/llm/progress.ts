import { PROGRESS_CHARS_MAX } from "../../contract/index.ts";
import { clipTextStart } from "../../lib/clip-text.ts";
import type { Scrub } from "./scrub.ts";

/** Signs of life are for people to look at; more of them cost more than they tell. */
const INTERVAL_MS = 200;
/** Kept besides what is shown, so that a secret is whole when it is looked for. */
const TAIL_CHARS = 10 * PROGRESS_CHARS_MAX;

/** Shows the end of what a model has said so far, a few times a second. */
export class Progress {
  readonly #show: ((text: string) => void) | undefined;
  readonly #scrub: Scrub;
  #tail = "";
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(show: ((text: string) => void) | undefined, scrub: Scrub) {
    this.#show = show;
    this.#scrub = scrub;
  }

  readonly add = (piece: string): void => {
    if (this.#show === undefined) return;
    this.#tail = (this.#tail + piece).slice(-TAIL_CHARS);
    const now = performance.now();
    if (now - this.#shownAt < INTERVAL_MS) return;
    this.#shownAt = now;
    const oneLine = this.#scrub(this.#tail).replaceAll(/\s+/g, " ").trim();
    if (oneLine !== "") this.#show(clipTextStart(oneLine, PROGRESS_CHARS_MAX));
  };
}
