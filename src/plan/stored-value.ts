import { JSON_DEPTH_MAX, type Json, type JsonObject } from "../contract/index.ts";
import { isDeeperThan } from "../lib/json-depth.ts";
import { formatPath } from "../lib/json-path.ts";
import { checkSchema, listErrors, validate } from "../lib/json-schema/index.ts";

/** Why a stored plan cannot be read, with the path of the value; caught by `decodePlan`, never seen outside `plan/`. */
export class Undecodable extends Error {}

export interface TextRule {
  /** Default 1. */
  bytesMin?: number;
  bytesMax?: number;
  /** In UTF-16 units. */
  charsMax?: number;
  pattern?: RegExp;
  /** A rule of its own: what is wrong with the text, undefined when nothing is. */
  problem?: (text: string) => string | undefined;
}

/** What no program can be given as an argument or a variable. */
export function nulProblem(text: string): string | undefined {
  return text.includes("\0") ? "holds a NUL character" : undefined;
}

/** One value of a stored plan and where it stands. Every reading method checks or throws {@link Undecodable}. */
export class StoredValue {
  readonly #value: Json;
  readonly #path: readonly (string | number)[];

  constructor(value: Json, path: readonly (string | number)[] = []) {
    this.#value = value;
    this.#path = path;
  }

  text(rule: TextRule = {}): string {
    const value = this.#value;
    if (typeof value !== "string") return this.refuse("must be text");
    const bytes = Buffer.byteLength(value);
    const { bytesMin = 1, bytesMax = Number.POSITIVE_INFINITY, charsMax = Number.POSITIVE_INFINITY } = rule;
    if (bytes < bytesMin) return this.refuse("must not be empty");
    if (bytes > bytesMax) return this.refuse(`has ${bytes} bytes; at most ${bytesMax} are allowed`);
    if (value.length > charsMax)
      return this.refuse(`has ${value.length} characters; at most ${charsMax} are allowed`);
    if (rule.pattern?.test(value) === false) return this.refuse(`does not match ${rule.pattern.source}`);
    const problem = rule.problem?.(value);
    return problem === undefined ? value : this.refuse(problem);
  }

  wholeNumber(min: number, max: number): number {
    const value = this.#value;
    if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
    return this.refuse(`must be a whole number from ${min} to ${max}`);
  }

  /** A number from 0 up. */
  amount(): number {
    const value = this.#value;
    return typeof value === "number" && value >= 0 ? value : this.refuse("must be a number from 0 up");
  }

  isText(): boolean {
    return typeof this.#value === "string";
  }

  /** Any value of at most 64 levels that satisfies the schema. */
  satisfying(schema: JsonObject): Json {
    const value = this.json();
    const checked = validate(value, schema);
    return checked.ok ? value : this.refuse(listErrors(checked.errors));
  }

  /** What stands there, changed before it is read. */
  map(change: (value: Json) => Json): StoredValue {
    return new StoredValue(change(this.#value), this.#path);
  }

  flag(): boolean {
    return typeof this.#value === "boolean" ? this.#value : this.refuse("must be true or false");
  }

  oneOf<Word extends string | number>(words: readonly Word[]): Word {
    const word = words.find((candidate) => candidate === this.#value);
    return word ?? this.refuse(`must be one of ${words.join(", ")}`);
  }

  array(lengthMin = 0, lengthMax = Number.POSITIVE_INFINITY): StoredValue[] {
    const value = this.#value;
    if (!Array.isArray(value)) return this.refuse("must be an array");
    if (value.length >= lengthMin && value.length <= lengthMax) {
      return value.map((item, index) => new StoredValue(item, [...this.#path, index]));
    }
    return this.refuse(`has ${value.length} entries; ${lengthMin} to ${lengthMax} are allowed`);
  }

  /** Any value of at most 64 levels. */
  json(): Json {
    if (!isDeeperThan(this.#value, JSON_DEPTH_MAX)) return this.#value;
    return this.refuse(`is nested more than ${JSON_DEPTH_MAX} levels deep`);
  }

  jsonObject(): JsonObject {
    const value = this.json();
    if (isObject(value)) return value;
    return this.refuse("must be an object");
  }

  /** A schema of the enforced subset. */
  schema(): JsonObject {
    const schema = this.#fields();
    const problem = checkSchema(schema)[0];
    if (problem === undefined) return schema;
    return new StoredValue(null, [...this.#path, ...problem.path]).refuse(problem.message);
  }

  /** Reads the object's fields; one that `read` did not ask for is refused. */
  object<Result>(read: (fields: StoredObject) => Result): Result {
    const fields = new StoredObject(this.#fields(), this.#path);
    const result = read(fields);
    fields.refuseUnread();
    return result;
  }

  /** Bounded by what is read from it. */
  #fields(): JsonObject {
    return isObject(this.#value) ? this.#value : this.refuse("must be an object");
  }

  refuse(message: string): never {
    throw new Undecodable(`${formatPath(this.#path) || "the plan"}: ${message}`);
  }
}

/** The fields of an object of a stored plan; remembers which were asked for. */
export class StoredObject {
  readonly #object: JsonObject;
  readonly #path: readonly (string | number)[];
  readonly #read = new Set<string>();

  constructor(object: JsonObject, path: readonly (string | number)[]) {
    this.#object = object;
    this.#path = path;
  }

  required(key: string): StoredValue {
    return this.optional(key) ?? this.#at(key, null).refuse("is missing");
  }

  optional(key: string): StoredValue | undefined {
    this.#read.add(key);
    return Object.hasOwn(this.#object, key) ? this.#at(key, this.#object[key] as Json) : undefined;
  }

  refuseUnread(): void {
    const unread = Object.keys(this.#object).find((key) => !this.#read.has(key));
    if (unread !== undefined) this.#at(unread, null).refuse("is not a key of a plan");
  }

  #at(key: string, value: Json): StoredValue {
    return new StoredValue(value, [...this.#path, key]);
  }
}

/** Refuses the first entry whose name an earlier one has. */
export function refuseRepeated(entries: readonly StoredValue[], names: readonly string[]): void {
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated >= 0) entries[repeated]?.refuse(`repeats the name ${names[repeated]}`);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
