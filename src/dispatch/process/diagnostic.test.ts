import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DIAGNOSTIC_CHARS_MAX } from "../../contract/index.ts";
import { hasLoneSurrogate } from "../../lib/lone-surrogate.ts";
import { writeDiagnostic } from "./diagnostic.ts";

describe("a diagnostic", () => {
  test("is the message alone when stderr says nothing", () => {
    expect(writeDiagnostic("It failed.", " \n")).toBe("It failed.");
  });

  test("puts what stderr says below the message", () => {
    expect(writeDiagnostic("It failed.", "no such table\n")).toBe("It failed.\nno such table");
  });

  test("keeps escape codes and NUL bytes as they are", () => {
    expect(writeDiagnostic("It failed.", "\u001b[31mred\u001b[0m\0")).toBe(
      "It failed.\n\u001b[31mred\u001b[0m\0",
    );
  });

  // shows: schema-386b
  test("keeps the end of a long stderr and the start of a long message", () => {
    const text = writeDiagnostic(`first${"m".repeat(5000)}`, `${"e".repeat(5000)}last`);
    expect(text).toHaveLength(DIAGNOSTIC_CHARS_MAX);
    expect(text).toMatch(/^first/);
    expect(text).toMatch(/last$/);
  });

  test("never exceeds its bound and never halves a character", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "€", "😀", "\n"), maxLength: 3000 });
    fc.assert(
      fc.property(text, text, (message, stderr) => {
        const diagnostic = writeDiagnostic(message, stderr);
        expect(diagnostic.length).toBeLessThanOrEqual(DIAGNOSTIC_CHARS_MAX);
        expect(hasLoneSurrogate(diagnostic)).toBe(false);
      }),
    );
  });
});
