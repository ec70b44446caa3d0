import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../contract/index.ts";
import { validate } from "../json-schema/index.ts";
import { parseStrictJson } from "../strict-json.ts";
import { findStructuredAnswer } from "./find-json.ts";

function valueIn(answer: string): Json | undefined {
  const found = findStructuredAnswer(answer);
  return found.ok ? found.value : undefined;
}

function messageOf(answer: string): string {
  const found = findStructuredAnswer(answer);
  return found.ok ? `found ${JSON.stringify(found.value)}` : found.message;
}

describe("the answer in a model's text", () => {
  test.each<[string, string, Json]>([
    ["the whole text", '{"a":1}', { a: 1 }],
    ["the whole text with white space around it", "\n  [1, 2]\t\n", [1, 2]],
    ["a scalar that is the whole text", '"yes"', "yes"],
    ["null that is the whole text", "null", null],
    ["a fenced block", 'Here it is:\n```json\n{"a":1}\n```\nDone.', { a: 1 }],
    ["a scalar in a fenced block", "```\n42\n```", 42],
    ["a fenced block with tildes", '~~~\n{"a":1}\n~~~', { a: 1 }],
    ["the only fenced block, not what follows it", '```json\n{"a":1}\n```\nas in {"b":2}', { a: 1 }],
    ["the last of several fenced blocks", '```json\n{"a":1}\n```\nor\n```json\n{"a":2}\n```', { a: 2 }],
    ["what follows a fenced block of something else", '```py\nprint(1)\n```\n{"a":1}', { a: 1 }],
    ["a fence nobody closed", '```json\n{"a":1}', { a: 1 }],
    ["the last object of the text", 'First {"a":1}, no: {"a":2}. Good.', { a: 2 }],
    ["an array of the text", "The ids are [1,2,3].", [1, 2, 3]],
    ["an object before brackets of prose", 'Result: {"a":1} [done] {name}', { a: 1 }],
    ["an object after an interval", 'A score in [0, 1) follows: {"a":0.5}', { a: 0.5 }],
    ["a fence inside a string", 'So: {"a":"```"} it is', { a: "```" }],
    ["brackets inside strings", 'So: {"a":"}]{["} it is', { a: "}]{[" }],
    ["an object behind a byte-order mark", '\ufeff{"a":1}', { a: 1 }],
    ["an object that text follows", '{"a":1}x', { a: 1 }],
    ["the last of two values", '{"a":1}\n{"a":2}', { a: 2 }],
  ])("is %s", (_, answer, value) => {
    expect(findStructuredAnswer(answer)).toEqual({ ok: true, value });
  });

  test.each<[string, string]>([
    ["plain prose", "I could not do that."],
    ["nothing", ""],
    ["NaN", '{"a":NaN}'],
    ["a number too large for a double", '{"a":1e400}'],
    ["a key that stands twice", '{"a":1,"a":2}'],
    ["a trailing comma", '{"a":1,}'],
    ["half of a surrogate pair", '"\\ud800"'],
    ["an integer beyond 2^53", '{"a":9007199254740993}'],
    ["bare keys", "{a: 1}"],
    ["single quotes", "{'a': 1}"],
    ["an object cut off inside a string", '{"a":1,"b":"tw'],
    ["an array cut off after complete objects", '[{"a":1},{"a":2},{"a"'],
    ["an object cut off after a complete array", 'Sure: {"list":[{"a":1},{"a":2}],'],
    ["brackets deeper than any value", "[".repeat(5000)],
  ])("is not found in %s", (_, answer) => {
    expect(findStructuredAnswer(answer)).toMatchObject({ ok: false, message: expect.any(String) });
  });

  test.each<[string, string]>([
    ["a refused value", 'Draft {"a":1}, then {"a":NaN}'],
    ["bare keys", 'Draft {"a":1}, then {a: 2}'],
    ["a value cut off", 'Draft {"a":1}, then {"a":2, "b":['],
  ])("is no earlier draft where the last value is %s", (_, answer) => {
    expect(valueIn(answer)).toBeUndefined();
  });

  test("names the place of what it refuses", () => {
    expect(messageOf('Here:\n{"a":1,\n "a":2}')).toBe(
      'its JSON value is refused at line 3, column 2: the key "a" stands twice in one object',
    );
  });

  test("keeps __proto__ as an ordinary key", () => {
    const schema = { type: "object", additionalProperties: false, properties: { a: { type: "number" } } };
    for (const answer of ['{"__proto__":{"a":1}}', 'So {"a":1,"__proto__":{"polluted":1}}']) {
      const value = valueIn(answer) ?? null;
      expect(Object.keys(value as object)).toContain("__proto__");
      expect(validate(value, schema).ok).toBe(false);
    }
  });
});

describe("thoughts before the answer", () => {
  test.each<[string, string, Json]>([
    ["a closed block", '<think>maybe {"a":"draft"}</think>\n{"a":"final"}', { a: "final" }],
    ["a block without its opening tag", 'thoughts {"a":"draft"}</think>{"a":"final"}', { a: "final" }],
    ["two blocks", '<think>{"a":1}</think>{"a":2}<think>no</think>{"a":3}', { a: 3 }],
    ["a tag in other letters", '<THINKING>{"a":1}</Thinking>{"a":2}', { a: 2 }],
    ["broken JSON in the thoughts", '<think>maybe {"a": </think>{"a":"final"}', { a: "final" }],
    ["a fence behind them", '<think>x</think>\n```json\n{"a":"final"}\n```', { a: "final" }],
    ["a tag in the draft", '<think>{"a":"</think>"} hm</think>{"a":"final"}', { a: "final" }],
    [
      "a tag in the answer behind them",
      '<think>x</think>{"a":"no </think> {} yet"}',
      { a: "no </think> {} yet" },
    ],
  ])("are cut off: %s", (_, answer, value) => {
    expect(findStructuredAnswer(answer)).toEqual({ ok: true, value });
  });

  test("that never end hold no answer", () => {
    expect(messageOf('<think>unfinished {"a":"draft"}')).toBe("the answer ends inside its <think> block");
    expect(valueIn('{"a":1} <think>on second thought {"a":2}')).toBeUndefined();
  });

  test("with nothing behind them hold no answer", () => {
    expect(messageOf('<think>{"a":"draft"}</think>\n')).toBe("there is nothing after the thoughts");
  });

  test("are not seen in a string that speaks of them", () => {
    const value = { a: "say <think> literally </think>" };
    expect(valueIn(JSON.stringify(value))).toEqual(value);
    expect(valueIn(`Here: ${JSON.stringify(value)} as asked`)).toEqual(value);
  });
});

describe("any text", () => {
  const value = fc
    .json({ maxDepth: 5 })
    .filter((text) => parseStrictJson(text).ok)
    .map((text) => JSON.parse(text) as Json);
  const container = value.map((inner): Json => ({ inner }));
  const prose = fc.string({ unit: fc.constantFrom(..."abc .,:!\n`'_*#0-9") });

  test("gives the value that prose without braces stands around", () => {
    fc.assert(
      fc.property(prose, container, prose, fc.constantFrom(undefined, 2), (before, json, after, indent) => {
        expect(valueIn(`${before} ${JSON.stringify(json, null, indent)} ${after}`)).toEqual(json);
      }),
    );
  });

  test("gives the value behind any thoughts", () => {
    fc.assert(
      fc.property(fc.string(), value, (thoughts, json) => {
        expect(valueIn(`<think>${thoughts}</think>${JSON.stringify(json)}`)).toEqual(json);
      }),
    );
  });

  test("gives no value for an object cut anywhere", () => {
    fc.assert(
      fc.property(container, fc.nat(), (json, at) => {
        const text = JSON.stringify(json);
        expect(valueIn(text.slice(0, 1 + (at % (text.length - 1))))).toBeUndefined();
      }),
    );
  });

  test("is searched without an error, whatever it holds", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"',
      "\\",
      "<think>",
      "</think>",
      "```",
      "\n",
      ",",
      ":",
      "1",
      "a",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((parts) => parts.join("")),
        ),
        (text) => {
          expect(findStructuredAnswer(text).ok).toBeTypeOf("boolean");
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["letters", "a"],
    ["escapes", "\\n"],
  ])("may hold a string of millions of %s", (_, piece) => {
    const text = JSON.parse(`"${piece.repeat(4_000_000)}"`) as string;
    expect(valueIn(`So: ${JSON.stringify({ text })} it is`)).toEqual({ text });
  });

  test.each([
    ["braces", "{"],
    ["open strings", '["'],
    ["unclosed objects", '{"a":'],
    ["wrongly closed ones", '{"a"]'],
    ["thoughts", "<think>{"],
    ["backslashes in a string", '["\\'],
  ])("is searched in a time that grows with its length: %s", (_, piece) => {
    const started = performance.now();
    findStructuredAnswer(piece.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
