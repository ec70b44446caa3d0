import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TailCapture } from "./tail-capture.ts";

function captured(...chunks: (string | Buffer)[]): string {
  const capture = new TailCapture();
  for (const chunk of chunks) capture.append(Buffer.from(chunk));
  return capture.text();
}

describe("the tail of a stream", () => {
  test("is all of a short one", () => {
    expect(captured()).toBe("");
    expect(captured("one ", "two")).toBe("one two");
  });

  test("is the end of a long one, in one chunk or many", () => {
    const text = `${"a".repeat(50_000)}the end`;
    expect(captured(text)).toMatch(/^a{7000,}the end$/);
    expect(captured(...(text.match(/.{1,7}/g) ?? []))).toBe(captured(text));
  });

  test("begins with a whole character", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "€", "😀"), minLength: 8000, maxLength: 9000 });
    fc.assert(
      fc.property(text, (written) => {
        const tail = captured(written);
        expect(tail).not.toContain("\ufffd");
        expect(written.endsWith(tail)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test("shows U+FFFD for what is no UTF-8", () => {
    expect(captured(Buffer.from([0x61, 0xff, 0x62]))).toBe("a\ufffdb");
  });
});
