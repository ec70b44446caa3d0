import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../contract/index.ts";
import { RedactingStream } from "./redacting-stream.ts";
import { Redactor } from "./redactor.ts";

function redactorOf(...values: string[]): Redactor {
  const redactor = new Redactor();
  redactor.add(values.map((value, index) => ({ name: `S${index}`, value })));
  return redactor;
}

/** The forms the specification lists, made here by other means than the code's own. */
function listedForms(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret);
  return [
    secret,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ x: secret }).toString().slice(2),
    ...["", "a", "ab"].flatMap((before) => {
      const whole = Buffer.concat([Buffer.from(before), bytes]);
      return [whole.toString("base64"), whole.toString("base64url")];
    }),
  ];
}

const secretText = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 4, maxLength: 40 }),
  fc.string({ unit: "binary", minLength: 4, maxLength: 40 }),
  fc.base64String({ minLength: 8, maxLength: 120 }),
  fc.stringMatching(/^[.*+?^$(){}|[\]\\"'\n/<>%&=-]{4,20}$/),
  fc
    .array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 2, maxLength: 5 })
    .map((l) => l.join("\n")),
);
const secret = secretText.filter(
  (text) =>
    Buffer.byteLength(text.trim()) >= 4 && !text.includes("\0") && !["true", "null"].includes(text.trim()),
);
const filler = fc.string({ unit: "binary", maxLength: 30 });

/** A text with a secret in it, in a listed form, between others. */
const planted = fc
  .record({ secret, form: fc.nat({ max: 10 }), before: filler, after: filler })
  .map(({ secret, form, before, after }) => {
    const forms = listedForms(secret);
    return { secret, form: forms[form % forms.length] ?? "", before, after };
  });

describe("a secret in a text", () => {
  test.each([
    ["as it is", "the key is hunter2, ok", "the key is [redacted:S0], ok"],
    ["more than once", "hunter2hunter2", "[redacted:S0][redacted:S0]"],
    ["in base64", Buffer.from("hunter2").toString("base64"), "[redacted:S0]"],
    ["after a byte in base64", Buffer.from("x:hunter2\n").toString("base64"), "eDp[redacted:S0]Cg=="],
  ])("is masked %s", (_, text, redacted) => {
    expect(redactorOf("hunter2").text(text)).toBe(redacted);
  });

  const odd = 'p"a\\ss/wörd&é +1';
  test.each([
    ["encodeURIComponent", encodeURIComponent(odd)],
    ["a form", new URLSearchParams({ x: odd }).toString().slice(2)],
    ["lower-case hexadecimal digits", encodeURIComponent(odd).replaceAll(/%../g, (e) => e.toLowerCase())],
    ["RFC 3986", "p%22a%5Css%2Fw%C3%B6rd%26%C3%A9%20%2B1"],
    ["a path", "p%22a%5Css/w%C3%B6rd%26%C3%A9%20%2B1"],
    ["every byte", [...Buffer.from(odd)].map((byte) => `%${byte.toString(16)}`).join("")],
    ["JSON", JSON.stringify(odd).slice(1, -1)],
    ["JSON of ASCII", 'p\\"a\\\\ss/w\\u00f6rd&\\u00e9 +1'],
    ["JSON of ASCII with capitals", 'p\\"a\\\\ss/w\\u00F6rd&\\u00E9 +1'],
    ["JSON with slashes escaped", 'p\\"a\\\\ss\\/w\\u00f6rd&\\u00e9 +1'],
    ["JSON for HTML", 'p\\"a\\\\ss/wörd\\u0026é +1'],
    ["strict JSON", "p\\u0022a\\\\ss/w\\u00F6rd\\u0026\\u00E9 \\u002B1"],
    ["JSON in JSON", JSON.stringify(JSON.stringify(odd)).slice(3, -3)],
    ["base64 in a URL", encodeURIComponent(Buffer.from(odd).toString("base64"))],
    ["base64 with line breaks", Buffer.from(odd.repeat(9)).toString("base64").replaceAll(/.{76}/g, "$&\n")],
    ["base64 in PEM lines", Buffer.from(odd.repeat(9)).toString("base64").replaceAll(/.{64}/g, "$&\r\n")],
  ])("is masked as %s writes it", (_, text) => {
    const redacted = redactorOf(odd, odd.repeat(9)).text(`>${text}<`);
    expect(redacted).toMatch(/^>\[redacted:S[01]\]<$/);
  });

  test("is masked with either kind of line end", () => {
    const redactor = redactorOf("first line\nsecond line\n");
    expect(redactor.text("first line\r\nsecond line\r\n")).toBe("[redacted:S0]\r\n");
    expect(redactorOf("a b\r\nc d").text("a b\nc d")).toBe("[redacted:S0]");
  });

  test("is masked line by line where it is long", () => {
    const pem =
      "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7\n-----END KEY-----\n";
    const redacted = redactorOf(pem).text("log: MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n  BKcwggSjAgEAAoIBAQC7");
    expect(redacted).toBe("log: [redacted:S0]\n  [redacted:S0]");
  });

  test("is masked text by text where it is a JSON document", () => {
    const account = JSON.stringify({
      type: "x",
      private_key: "-----BEGIN-----\nMIIEvQIBADANBgkqhkiG\n-----END-----",
    });
    const redactor = redactorOf(account);
    expect(redactor.text("MIIEvQIBADANBgkqhkiG")).toBe("[redacted:S0]");
    expect(redactor.text("-----BEGIN-----\nMIIEvQIBADANBgkqhkiG\n-----END-----")).toBe("[redacted:S0]");
    expect(redactor.text("type x")).toBe("type x");
  });

  test("loses the blanks around it, which it shows without", () => {
    expect(redactorOf("hunter2\n").text("[hunter2]")).toBe("[[redacted:S0]]");
  });

  test("is masked in the usual spellings whatever its size", () => {
    const large = 'x"1/é'.repeat(20_000);
    const redactor = redactorOf(large);
    for (const listed of listedForms(large))
      expect(redactor.text(`<${listed}>`)).toMatch(/^<.{0,4}\[redacted:S0\].{0,4}>$/);
  });

  test("never survives in a listed form, whatever stands around it", () => {
    fc.assert(
      fc.property(planted, ({ secret, form, before, after }) => {
        const redacted = redactorOf(secret).text(before + form + after);
        for (const listed of listedForms(secret)) expect(redacted.includes(listed)).toBe(false);
        expect(redacted.includes(secret.trim())).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test("leaves the rest of the text as it was", () => {
    fc.assert(
      fc.property(planted, ({ secret, before, after }) => {
        const redactor = redactorOf(secret);
        const mask = redactor.mask("S0");
        fc.pre(redactor.text(before) === before && redactor.text(after) === after);
        const whole = before + secret.trim() + after;
        fc.pre(redactor.find(whole).length === 1 && redactor.find(whole)[0]?.start === before.length);
        expect(redactor.text(whole)).toBe(before + mask + whole.slice(redactor.find(whole)[0]?.end));
      }),
    );
  });

  test("once masked, is masked for good", () => {
    fc.assert(
      fc.property(planted, secret, ({ secret, form, before, after }, other) => {
        const redactor = redactorOf(secret, other);
        const once = redactor.text(before + form + other + after);
        expect(redactor.text(once)).toBe(once);
      }),
    );
  });

  test("is masked alike in a stream, whatever pieces it comes in", () => {
    fc.assert(
      fc.property(planted, secret, fc.array(fc.nat({ max: 9 }), { minLength: 1 }), (plant, other, sizes) => {
        const redactor = redactorOf(plant.secret, other);
        const text = `${plant.before}${plant.form}${other}${plant.after}`;
        const stream = new RedactingStream(redactor);
        let streamed = "";
        for (let at = 0, index = 0; at < text.length; index += 1) {
          const size = 1 + (sizes[index % sizes.length] ?? 0);
          streamed += stream.push(text.slice(at, at + size));
          at += size;
        }
        expect(streamed + stream.end()).toBe(redactor.text(text));
      }),
      { numRuns: 100 },
    );
  });
});

describe("a stream", () => {
  test("holds back less than the longest spelling", () => {
    const redactor = redactorOf("hunter2");
    const stream = new RedactingStream(redactor);
    const shown = stream.push("x".repeat(1000));
    expect(shown.length).toBeGreaterThan(1000 - redactor.longestChars);
  });

  test("shows one mask for secrets that overlap without an end, and keeps nothing of them", () => {
    const stream = new RedactingStream(redactorOf("aaaa"));
    let shown = "";
    for (let piece = 0; piece < 100; piece += 1) shown += stream.push("a".repeat(100));
    expect(shown + stream.push("b") + stream.end()).toBe("[redacted:S0]b");
  });
});

describe("values that mask nothing", () => {
  test.each([[""], ["\n"], [" \t "], ["true"], ["false"], ["null"]])("%j", (value) => {
    const redactor = new Redactor();
    expect(redactor.add([{ name: "E", value }])).toEqual([]);
    expect(redactor.text("banana true false null\n\n  \t ")).toBe("banana true false null\n\n  \t ");
  });

  test.each([["a"], ["."], [".*"], ["abc"], ["é"], [" abc\n"]])(
    "%j is too short, which is said by name",
    (value) => {
      const redactor = new Redactor();
      expect(redactor.add([{ name: "ONE", value }])).toEqual(["ONE"]);
      expect(redactor.add([{ name: "ONE", value }])).toEqual([]);
      expect(redactor.text("banana foo.bar abc é")).toBe("banana foo.bar abc é");
    },
  );

  test("values are literal text, never patterns", () => {
    expect(redactorOf("a.*b", "[a-z]+").text("axxb a.*b [a-z]+ word")).toBe(
      "axxb «redacted:S0» «redacted:S1» word",
    );
  });
});

describe("several secrets", () => {
  test("the longest is named where they begin alike", () => {
    expect(redactorOf("hunter2", "hunter2345").text("hunter2345 hunter23")).toBe(
      "[redacted:S1] [redacted:S0]3",
    );
  });

  test("make one mask where they overlap", () => {
    expect(redactorOf("abcdef", "defghi").text("-abcdefghi-")).toBe("-[redacted:S0]-");
  });

  test("text that becomes a secret by masking another is masked no less", () => {
    const redactor = redactorOf("hunter2", "x[red");
    const once = redactor.text("xhunter2");
    expect(once).toBe("x«redacted:S0»");
  });

  test("a mask never spells a secret out", () => {
    expect(redactorOf("redacted", "hunter2").text("hunter2 redacted")).toBe("[hidden:S1] [hidden:S0]");
    const named = new Redactor();
    named.add([{ name: "TOKEN", value: "TOKEN" }]);
    expect(named.text("TOKEN")).toBe("[redacted]");
  });

  test("a name that is no plain word is left out", () => {
    const redactor = new Redactor();
    redactor.add([{ name: 'a "b"', value: "hunter2" }]);
    expect(redactor.text("hunter2")).toBe("[redacted]");
  });
});

describe("a text that was cut", () => {
  const redactor = redactorOf("correct horse battery");
  test.each([
    ["at its end", "say correct hor", { end: true }, "say [redacted:S0]"],
    ["at its start", "horse battery!", { start: true }, "[redacted:S0]!"],
    ["at neither", "say correct hor", {}, "say correct hor"],
    ["beside so little that it could be anything", "say cor", { end: true }, "say cor"],
  ])("shows no part of a secret %s", (_, text, cut, expected) => {
    expect(redactor.text(text, cut)).toBe(expected);
  });

  test("shows nothing where it is the middle of a secret", () => {
    expect(redactor.text("horse bat", { start: true, end: true })).toBe("[redacted:S0]");
    expect(redactor.text("horse bat")).toBe("horse bat");
  });

  test("is searched whole before its pieces are, for a secret with such a mark in it", () => {
    expect(redactorOf("one…two…three").clipped("a one…two…three…")).toBe("a [redacted:S0]…");
  });

  test("shows none beside the mark of a cut", () => {
    expect(redactor.clipped("…se battery is correct ho…")).toBe("…[redacted:S0] is [redacted:S0]…");
  });
});

describe("a JSON value", () => {
  const redactor = redactorOf("hunter2", 'q"uo\\te\n', "123456", '{"a":1,"b":2}');
  test.each<[string, Json, Json]>([
    ["texts", ["a hunter2", { k: "hunter2" }], ["a [redacted:S0]", { k: "[redacted:S0]" }]],
    ["keys", { hunter2: 1, "x-hunter2": 2 }, { "[redacted:S0]": 1, "x-[redacted:S0]": 2 }],
    ["characters that JSON escapes", 'say q"uo\\te!', "say [redacted:S1]!"],
    ["JSON inside a text", JSON.stringify({ k: 'q"uo\\te' }), '{"k":"[redacted:S1]"}'],
    ["numbers", { n: 123456, m: 91234567 }, { n: "[redacted:S2]", m: "[redacted:S2]" }],
    ["a whole document", { a: 1, b: 2 }, "[redacted:S3]"],
    ["several numbers with a secret among them", [1, 123456, true], [1, "[redacted:S2]", true]],
    ["a document that is the secret", { a: 1, b: 2 }, "[redacted:S3]"],
    ["keys that become equal", { hunter2: 1, aHVudGVyMg: 2 }, { "[redacted:S0]": 1, "[redacted:S0#2]": 2 }],
    [
      "equal keys of other objects",
      [{ hunter2: 1 }, { hunter2: 2 }],
      [{ "[redacted:S0]": 1 }, { "[redacted:S0]": 2 }],
    ],
  ])("is masked in %s", (_, value, expected) => {
    expect(redactor.json(value)).toEqual(expected);
  });

  test("a secret that stands in the written JSON alone is masked with whole escape sequences", () => {
    expect(redactorOf("a\\nbc").json("xa\nbcx")).toBe("x[redacted:S0]x");
    expect(redactorOf("\\bcd").json("\\bcd \\\\bcd")).toBe("[redacted:S0] [redacted:S0]");
  });

  test("without a secret in it is the very same value", () => {
    const value = { a: [1, "text"], __proto__: null };
    expect(redactor.json(value)).toBe(value);
  });

  test("keeps its form, and no secret in any listed form", () => {
    fc.assert(
      fc.property(fc.array(planted, { minLength: 1, maxLength: 3 }), fc.jsonValue(), (plants, other) => {
        const value = [
          ...plants.map(({ before, form, after }) => before + form + after),
          Object.fromEntries(
            plants.map(({ before, form, after }, index) => [`${index}${form}`, { before, after }]),
          ),
          other as Json,
        ];
        const secrets = plants.map(({ secret }) => secret);
        const redacted = redactorOf(...secrets).json(value);
        const text = JSON.stringify(redacted);
        for (const listed of secrets.flatMap(listedForms)) {
          expect(text.includes(listed)).toBe(false);
          for (const inner of textsOf(redacted)) expect(inner.includes(listed)).toBe(false);
        }
      }),
      { numRuns: 100 },
    );
  });
});

function textsOf(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}
