import { expect, test } from "vitest";
import { compact } from "./compact.ts";

test("keys that hold undefined are gone, every other value stays", () => {
  const fields = compact({ gone: undefined, no: false, zero: 0, none: null, empty: "" });
  expect(Object.keys(fields)).toEqual(["no", "zero", "none", "empty"]);
});
