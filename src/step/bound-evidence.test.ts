import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../contract/index.ts";
import { boundEvidence, type TruncationMarker } from "./bound-evidence.ts";
import type { EvidenceUnit, StepEvidence } from "./evidence.ts";

const MIB = 1024 * 1024;
const solo: EvidenceUnit = { unitId: "build:solo", status: "completed", failureReason: null };

function evidenceOf(output: Json, units: EvidenceUnit[] = [solo]): StepEvidence {
  return { output, units };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

describe("bounded evidence", () => {
  test("is the evidence itself up to 1 MiB of JSON, to the byte", () => {
    const frame = bytesOf(evidenceOf(""));
    const fits = evidenceOf("x".repeat(MIB - frame));
    expect(boundEvidence(fits)).toBe(fits);
    const over = boundEvidence(evidenceOf("x".repeat(MIB - frame + 1)));
    expect(over.output).toEqual({
      __akm_truncated__: true,
      bytes: MIB - frame + 3,
      preview: "x".repeat(1000),
    });
  });

  test("cuts the largest value and leaves what is small beside it", () => {
    const output = { log: "l".repeat(2 * MIB), summary: "fine", parts: [{ dump: "d".repeat(1000) }] };
    expect(boundEvidence(evidenceOf(output)).output).toMatchObject({
      log: { __akm_truncated__: true, bytes: 2 * MIB + 2 },
      summary: "fine",
      parts: [{ dump: "d".repeat(1000) }],
    });
  });

  test("cuts the second largest only when the largest was not enough", () => {
    const output = ["a".repeat(MIB / 2), "b".repeat(2 * MIB), "c".repeat(MIB)];
    const [first, second, third] = boundEvidence(evidenceOf(output)).output as Json[];
    expect(first).toBe(output[0]);
    expect(second).toMatchObject({ __akm_truncated__: true });
    expect(third).toMatchObject({ __akm_truncated__: true });
  });

  test("cuts a list of many small values as one, showing how it begins", () => {
    const output = Array.from({ length: 200_000 }, (_, index) => `item ${index}`);
    const marker = boundEvidence(evidenceOf(output)).output as TruncationMarker;
    expect(marker.bytes).toBe(bytesOf(output));
    expect(marker.preview.startsWith('["item 0","item 1",')).toBe(true);
  });

  test("does not cut a preview through a character", () => {
    const marker = boundEvidence(evidenceOf(`${"x".repeat(999)}${"💩".repeat(MIB)}`))
      .output as TruncationMarker;
    expect(marker.preview).toBe("x".repeat(999));
  });

  test("keeps a key named like a prototype", () => {
    const output = JSON.parse(`{"__proto__":"kept","log":"${"l".repeat(2 * MIB)}"}`) as Json;
    expect(JSON.stringify(boundEvidence(evidenceOf(output)).output)).toContain('"__proto__":"kept"');
  });

  test("leaves completed units out before failed ones, and says how many", () => {
    const units = Array.from({ length: 10_000 }, (_, index): EvidenceUnit => {
      const unitId = `${"step".repeat(30)}:${index}`;
      return index % 1000 === 0
        ? { unitId, status: "failed", failureReason: "timeout" }
        : { unitId, status: "completed", failureReason: null };
    });
    const bounded = boundEvidence(evidenceOf(null, units));
    expect(bytesOf(bounded)).toBeLessThanOrEqual(MIB);
    expect(bounded.units.filter(({ status }) => status === "failed")).toHaveLength(10);
    expect(bounded.units.length + (bounded.unitsOmitted ?? 0)).toBe(10_000);
    expect(bounded.output).toBeNull();
  });

  test("is never longer than the bound, whatever the evidence", () => {
    const bytesMax = 4096;
    const wide = fc.jsonValue({ maxDepth: 5 });
    const long = fc.array(fc.record({ text: fc.string({ minLength: 500, maxLength: 4000 }), rest: wide }));
    fc.assert(
      fc.property(fc.oneof(wide, long), (output) => {
        const evidence = evidenceOf(output as Json);
        const bounded = boundEvidence(evidence, bytesMax);
        expect(bytesOf(bounded)).toBeLessThanOrEqual(bytesMax);
        if (bytesOf(evidence) <= bytesMax) expect(bounded).toBe(evidence);
      }),
    );
  });
});

test("a list of values too many even for markers goes as one, its beginning shown", () => {
  const output = Array.from({ length: 500 }, () => "x".repeat(2000));
  expect(boundEvidence(evidenceOf(output), 100_000).output).toMatchObject({
    __akm_truncated__: true,
    bytes: bytesOf(output),
    preview: expect.stringMatching(/^\["x{998}$/),
  });
});
