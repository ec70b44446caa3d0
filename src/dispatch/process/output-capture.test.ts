import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OutputCapture } from "./output-capture.ts";

describe("captured output", () => {
  test("of a silent command is empty", () => {
    const capture = new OutputCapture();
    expect(capture.take()).toHaveLength(0);
    expect(capture.isCut).toBe(false);
  });

  test("is the same bytes however they arrived, up to the cap", () => {
    const chunks = fc.array(
      fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ minLength: 16_000, maxLength: 17_000 })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(chunks, fc.nat({ max: 60_000 }), (pieces, bytesMax) => {
        const capture = new OutputCapture(bytesMax);
        for (const piece of pieces) capture.append(Buffer.from(piece));
        const all = Buffer.concat(pieces);
        expect(capture.bytesWritten).toBe(all.length);
        expect(capture.isCut).toBe(all.length > bytesMax);
        expect(capture.take().equals(all.subarray(0, bytesMax))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test("costs about its size, even when it came byte by byte", () => {
    const capture = new OutputCapture();
    const byte = Buffer.from("x");
    for (let count = 0; count < 1_000_000; count += 1) capture.append(byte);
    expect(capture.take()).toHaveLength(1_000_000);
  });
});
