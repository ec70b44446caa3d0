import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../contract/index.ts";
import { jsonStart } from "./json-start.ts";

test("is the beginning of what JSON.stringify writes, whatever the value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(40), (value, chars) => {
      expect(jsonStart(value as Json, chars)).toBe(JSON.stringify(value).slice(0, chars));
    }),
  );
});

test("looks at no more of a value than it needs", () => {
  const endless = ["a", new Proxy({}, { ownKeys: () => expect.fail("looked further") })] as Json;
  expect(jsonStart(endless, 4)).toBe('["a"');
});
