import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineReader } from "./line-reader.ts";

function read(chunks: readonly Buffer[], bytesMax?: number) {
  const lines: string[] = [];
  const reader = new LineReader((line) => lines.push(line), bytesMax);
  for (const chunk of chunks) reader.append(chunk);
  reader.end();
  return { lines, reader };
}

describe("the lines of an output", () => {
  test("are the same however the bytes arrive", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.array(fc.nat(20)), (texts, cuts) => {
        const lines = texts.map((text) => text.replaceAll("\n", " "));
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const chunks: Buffer[] = [];
        let from = 0;
        for (const cut of cuts) {
          chunks.push(bytes.subarray(from, from + cut));
          from += cut;
        }
        expect(read([...chunks, bytes.subarray(from)]).lines).toEqual(lines);
      }),
    );
  });

  test("include a last one without an end, and no empty one after the last end", () => {
    expect(read([Buffer.from("a\n\nb")]).lines).toEqual(["a", "", "b"]);
    expect(read([Buffer.from("a\n")]).lines).toEqual(["a"]);
  });

  test("leave out one that is too long, and only that one", () => {
    const { lines, reader } = read(
      [Buffer.from("12345"), Buffer.from("678\nshort\n"), Buffer.from("123456789")],
      7,
    );
    expect(lines).toEqual(["short"]);
    expect(reader.skippedLines).toBe(2);
  });

  test("hold U+FFFD for what is no UTF-8, which is said", () => {
    const { lines, reader } = read([Buffer.from([0x61, 0xff, 0x0a])]);
    expect(lines).toEqual(["a\ufffd"]);
    expect(reader.isUtf8).toBe(false);
  });
});
