import { hasLoneSurrogate } from "./lone-surrogate.ts";

/** How the scanner leaves its recursion: what is wrong, and the 0-based UTF-16 index where. */
export class Refusal extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SURROGATES_FROM = 0xd800;
const BYTE_ORDER_MARK = 0xfeff;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const NUMBER_GOES_ON = /[0-9A-Za-z_.+-]/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;
const WORD = /[A-Za-z_$][A-Za-z0-9_$]{0,39}/y;

/** An integer of fewer digits than this is exact in a double. */
const EXACT_DIGITS = 16;

/** From this many keys on, a set finds a repeated one faster than a look through the list. */
const KEYS_IN_LIST_MAX = 8;

/**
 * Checks the whole text and builds nothing: `JSON.parse` then builds the value several times faster than we could, and
 * without strings that keep the text alive.
 */
export class JsonScanner {
  readonly #text: string;
  readonly #depthMax: number;
  #at = 0;

  constructor(text: string, depthMax: number) {
    this.#text = text;
    this.#depthMax = depthMax;
  }

  scan(): void {
    if (this.#text.charCodeAt(0) === BYTE_ORDER_MARK) this.#refuse("the text begins with a byte-order mark");
    this.#skipSpace();
    if (this.#at === this.#text.length) this.#refuse("there is no JSON value");
    this.#scanValue(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#refuse(`one JSON value ends here, then ${this.#found()} follows`);
  }

  #scanValue(depth: number): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code === QUOTE) this.#scanString();
    else if (code === OPEN_BRACE) this.#scanObject(this.#deeper(depth));
    else if (code === OPEN_BRACKET) this.#scanArray(this.#deeper(depth));
    else if (code === MINUS || (code >= ZERO && code <= NINE)) this.#scanNumber();
    else this.#scanWord();
  }

  #deeper(depth: number): number {
    if (depth >= this.#depthMax) this.#refuse(`the value is nested more than ${this.#depthMax} levels deep`);
    return depth + 1;
  }

  #scanArray(depth: number): void {
    this.#at += 1;
    this.#skipSpace();
    if (this.#take(CLOSE_BRACKET)) return;
    for (;;) {
      this.#scanValue(depth);
      this.#skipSpace();
      if (this.#take(CLOSE_BRACKET)) return;
      if (!this.#take(COMMA)) this.#refuse(`a comma or "]" is expected, not ${this.#found()}`);
      this.#skipSpace();
      this.#refuseTrailingComma(CLOSE_BRACKET);
    }
  }

  #scanObject(depth: number): void {
    const keys = new KeysSeen();
    this.#at += 1;
    this.#skipSpace();
    if (this.#take(CLOSE_BRACE)) return;
    for (;;) {
      this.#scanKey(keys);
      this.#skipSpace();
      if (!this.#take(COLON)) this.#refuse(`a ":" is expected after a key, not ${this.#found()}`);
      this.#skipSpace();
      this.#scanValue(depth);
      this.#skipSpace();
      if (this.#take(CLOSE_BRACE)) return;
      if (!this.#take(COMMA)) this.#refuse(`a comma or "}" is expected, not ${this.#found()}`);
      this.#skipSpace();
      this.#refuseTrailingComma(CLOSE_BRACE);
    }
  }

  #scanKey(keys: KeysSeen): void {
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== QUOTE)
      this.#refuse(`a quoted key is expected, not ${this.#found()}`);
    const escaped = this.#scanString();
    const key = escaped
      ? (JSON.parse(this.#text.slice(start, this.#at)) as string)
      : this.#text.slice(start + 1, this.#at - 1);
    if (!keys.add(key))
      this.#refuse(`the key ${shorten(JSON.stringify(key))} stands twice in one object`, start);
  }

  /** Moves past the string; true when it holds an escape. */
  #scanString(): boolean {
    const text = this.#text;
    const start = this.#at;
    let at = start + 1;
    let escaped = false;
    let surrogates = false;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        at = this.#scanEscape(at);
        escaped = true;
      } else if (code >= SPACE) {
        if (code >= SURROGATES_FROM) surrogates = true;
        at += 1;
      } else if (at < text.length) {
        this.#refuse("a control character in a string must be escaped", at);
      } else {
        this.#refuse("the string is not closed", start);
      }
    }
    this.#at = at + 1;
    if (escaped || surrogates) this.#refuseLoneSurrogate(start);
    return escaped;
  }

  #scanEscape(at: number): number {
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(this.#text)) this.#refuse("the escape after a backslash is not one of JSON's", at);
    return ESCAPE.lastIndex;
  }

  #refuseLoneSurrogate(start: number): void {
    const value = JSON.parse(this.#text.slice(start, this.#at)) as string;
    if (hasLoneSurrogate(value)) this.#refuse("the string holds half of a surrogate pair", start);
  }

  #scanNumber(): void {
    const start = this.#at;
    const digitsEnd = this.#digitsEnd(start);
    const next = this.#text.charCodeAt(digitsEnd);
    // Most numbers are short integers that no rule below could refuse.
    if (digitsEnd - start < EXACT_DIGITS && this.#endsNumber(next) && this.#text.charCodeAt(start) > ZERO) {
      this.#at = digitsEnd;
      return;
    }
    NUMBER.lastIndex = start;
    if (!NUMBER.test(this.#text)) this.#refuse("a digit is expected after the minus sign", start);
    this.#at = NUMBER.lastIndex;
    if (NUMBER_GOES_ON.test(this.#text.charAt(this.#at))) this.#refuse("the number is malformed", start);
    this.#refuseInexact(start);
  }

  #digitsEnd(start: number): number {
    let at = start;
    for (;;) {
      const code = this.#text.charCodeAt(at);
      if (!(code >= ZERO && code <= NINE)) return at;
      at += 1;
    }
  }

  #endsNumber(code: number): boolean {
    return code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE || code <= SPACE;
  }

  #refuseInexact(start: number): void {
    const value = Number(this.#text.slice(start, this.#at));
    if (!Number.isFinite(value)) this.#refuse("the number is too large for a double", start);
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      this.#refuse("the integer is beyond 2^53 - 1 and would be rounded; write it as a string", start);
    }
  }

  #scanWord(): void {
    for (const literal of ["true", "false", "null"]) {
      if (!this.#text.startsWith(literal, this.#at)) continue;
      WORD.lastIndex = this.#at;
      WORD.test(this.#text);
      if (WORD.lastIndex !== this.#at + literal.length) break;
      this.#at = WORD.lastIndex;
      return;
    }
    this.#refuse(`a JSON value is expected, not ${this.#found()}`);
  }

  #refuseTrailingComma(close: number): void {
    if (this.#text.charCodeAt(this.#at) === close) this.#refuse("there is a comma with nothing after it");
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return;
      this.#at += 1;
    }
  }

  #take(code: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at += 1;
    return true;
  }

  /** What stands where reading stopped, in words. */
  #found(): string {
    if (this.#at >= this.#text.length) return "the end of the text";
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    return word ?? JSON.stringify(String.fromCodePoint(this.#text.codePointAt(this.#at) ?? SPACE));
  }

  #refuse(message: string, offset = this.#at): never {
    throw new Refusal(message, offset);
  }
}

class KeysSeen {
  readonly #list: string[] = [];
  #set: Set<string> | undefined;

  /** False when the key was there already. */
  add(key: string): boolean {
    if (this.#set !== undefined) return this.#set.size !== this.#set.add(key).size;
    if (this.#list.includes(key)) return false;
    this.#list.push(key);
    if (this.#list.length > KEYS_IN_LIST_MAX) this.#set = new Set(this.#list);
    return true;
  }
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
