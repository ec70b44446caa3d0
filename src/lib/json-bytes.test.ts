import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { jsonBytes } from "./json-bytes.ts";

describe("the bytes of a JSON text", () => {
  test("are those of the text itself, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
      }),
    );
  });

  test("leave out members that are undefined", () => {
    expect(jsonBytes({ a: 1, b: undefined })).toBe('{"a":1}'.length);
  });

  test("are counted a part at a time, so that no text is made that a string could not hold", () => {
    const stringify = vi.spyOn(JSON, "stringify");
    onTestFinished(() => stringify.mockRestore());
    jsonBytes({ list: ["a", { b: [1, null] }] });
    for (const [part] of stringify.mock.calls) expect(part === null || typeof part !== "object").toBe(true);
  });
});
