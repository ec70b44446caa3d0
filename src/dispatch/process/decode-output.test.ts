import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeOutput } from "./decode-output.ts";

describe("decoding output", () => {
  test("gives the text and says whether all of it was UTF-8", () => {
    expect(decodeOutput(Buffer.from("grüße\0"), false)).toEqual({
      text: "grüße\0",
      bytesKept: 8,
      isUtf8: true,
    });
    expect(decodeOutput(Buffer.from([0x61, 0xe2, 0x82]), false)).toEqual({
      text: "a\ufffd",
      bytesKept: 3,
      isUtf8: false,
    });
  });

  test("keeps a byte-order mark", () => {
    expect(decodeOutput(Buffer.from("\ufeffa"), false).text).toBe("\ufeffa");
  });

  test("of a part drops a character begun at its end, wherever it was cut", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "€", "😀"), maxLength: 20 });
    fc.assert(
      fc.property(text, fc.nat({ max: 80 }), (written, cut) => {
        const part = Buffer.from(written).subarray(0, cut);
        const decoded = decodeOutput(part, true);
        expect(decoded.isUtf8).toBe(true);
        expect(written.startsWith(decoded.text)).toBe(true);
        expect(decoded.bytesKept).toBe(Buffer.byteLength(decoded.text));
        expect(part.length - decoded.bytesKept).toBeLessThan(4);
      }),
    );
  });

  test("of a part that is no UTF-8 anyway drops at most three bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        const decoded = decodeOutput(Buffer.from(bytes), true);
        expect(bytes.length - decoded.bytesKept).toBeLessThan(4);
      }),
    );
  });
});
