import { COMPOSITION_DEPTH_MAX, EMBEDDED_PLANS_BYTES_MAX } from "../../contract/index.ts";
import type { AssetFile } from "../catalogue.ts";
import type { StepScope } from "./step-scope.ts";

interface Totals {
  embeddedBytes: number;
  /** By path. */
  sources: Map<string, AssetFile>;
}

/** Where a freeze stands between its root and the child it is at, and what all of it has come to so far. */
export class Nesting {
  /** From the root down to the workflow that is frozen now, by ref. */
  readonly #chain: readonly string[];
  readonly #total: Totals;

  private constructor(chain: readonly string[], total: Totals) {
    this.#chain = chain;
    this.#total = total;
  }

  static root(ref: string): Nesting {
    return new Nesting([ref], { embeddedBytes: 0, sources: new Map() });
  }

  /** Every file that was read into the plan, each once. */
  get sources(): AssetFile[] {
    return [...this.#total.sources.values()];
  }

  noteSource(file: AssetFile): void {
    this.#total.sources.set(file.path, file);
  }

  /** Undefined, with a problem noted, where the child would contain itself or stand too deep. */
  enter(ref: string, scope: StepScope): Nesting | undefined {
    const chain = [...this.#chain, ref];
    if (this.#chain.includes(ref))
      scope.refuse("COMPOSITION_INVALID", `a workflow cannot contain itself: ${chain.join(" → ")}`);
    else if (chain.length > COMPOSITION_DEPTH_MAX + 1)
      scope.refuse(
        "COMPOSITION_INVALID",
        `workflows nest at most ${COMPOSITION_DEPTH_MAX} levels below the first: ${chain.join(" → ")}`,
      );
    else return new Nesting(chain, this.#total);
    return undefined;
  }

  /** Adds what a child's plan is without the children in it. False, with a problem noted, once all come to too much. */
  addEmbedded(bytes: number, scope: StepScope): boolean {
    this.#total.embeddedBytes += bytes;
    if (this.#total.embeddedBytes <= EMBEDDED_PLANS_BYTES_MAX) return true;
    scope.refuse(
      "COMPOSITION_INVALID",
      `the plans of the child workflows come to more than ${EMBEDDED_PLANS_BYTES_MAX} bytes`,
    );
    return false;
  }
}
