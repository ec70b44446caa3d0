import { type Json, type JsonObject, SCHEMA_CHECKS_MAX, SCHEMA_DEPTH_MAX } from "../../contract/index.ts";
import { formatPath } from "../json-path.ts";
import { EVALUATORS } from "./evaluators.ts";

/** What one value misses of its schema; `path` in reference form (`files[0].name`), empty for the value itself. */
export interface ValidationError {
  path: string;
  message: string;
}

/** More would help nobody; the first ones say what is wrong. */
const ERRORS_MAX = 50;

/** One validation under way: where it stands, what it found, and what it may still spend. */
export class Evaluation {
  readonly #path: (string | number)[] = [];
  readonly #errors: ValidationError[] = [];
  #checksLeft = SCHEMA_CHECKS_MAX;
  #depth = 0;
  /** Above 0 inside `anyOf`, `oneOf` and `not`, where a miss is not yet an error. */
  #trials = 0;
  #ranOut: ValidationError | undefined;

  /** Whether the value satisfies the schema; the misses are recorded. */
  apply(value: Json, schema: JsonObject): boolean {
    if (!this.spend() || !this.#enter()) return false;
    let satisfied = true;
    for (const [keyword, evaluate] of EVALUATORS) {
      if (!Object.hasOwn(schema, keyword)) continue;
      if (evaluate(this, value, schema[keyword] as Json, schema)) continue;
      satisfied = false;
      if (this.stopsAtMiss) break;
    }
    this.#depth -= 1;
    return satisfied;
  }

  applyAt(segment: string | number, value: Json, schema: JsonObject): boolean {
    this.#path.push(segment);
    const satisfied = this.apply(value, schema);
    this.#path.pop();
    return satisfied;
  }

  /** {@link apply} without recording misses. */
  wouldSatisfy(value: Json, schema: JsonObject): boolean {
    this.#trials += 1;
    const satisfied = this.apply(value, schema);
    this.#trials -= 1;
    return satisfied;
  }

  /** Whether the first miss settles the matter, since no further one would be told. */
  get stopsAtMiss(): boolean {
    return this.#trials > 0 || this.#ranOut !== undefined || this.#errors.length >= ERRORS_MAX;
  }

  /** Records a miss of the value at hand, or of one inside it, and answers false for the caller to return. */
  miss(message: string, ...below: (string | number)[]): false {
    if (this.#trials === 0 && this.#errors.length < ERRORS_MAX) {
      this.#errors.push({ path: formatPath([...this.#path, ...below]), message });
    }
    return false;
  }

  /** Takes one check from the allowance; false once there is none, and from then on nothing is valid. */
  spend(): boolean {
    if (this.#ranOut !== undefined) return false;
    this.#checksLeft -= 1;
    return (
      this.#checksLeft >= 0 ||
      this.#runOut(`needs more than ${SCHEMA_CHECKS_MAX} checks, so it was not judged`)
    );
  }

  /** {@link spend} for a comparison that has gone `depth` levels into the value. */
  spendAt(depth: number): boolean {
    return depth > SCHEMA_DEPTH_MAX ? this.#runOutOfLevels() : this.spend();
  }

  /** Every miss found, or the one reason why there is no judgement. */
  outcome(): ValidationError[] {
    return this.#ranOut === undefined ? this.#errors : [this.#ranOut];
  }

  #enter(): boolean {
    if (this.#depth >= SCHEMA_DEPTH_MAX) return this.#runOutOfLevels();
    this.#depth += 1;
    return true;
  }

  #runOutOfLevels(): false {
    return this.#runOut(`needs a look more than ${SCHEMA_DEPTH_MAX} levels deep, so it was not judged`);
  }

  #runOut(message: string): false {
    this.#ranOut ??= { path: formatPath(this.#path), message };
    return false;
  }
}
