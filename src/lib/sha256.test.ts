import { expect, test } from "vitest";
import { sha256Hex } from "./sha256.ts";

test.each<[string, string | Uint8Array, string]>([
  ["nothing", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["text", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["bytes", Uint8Array.of(97, 98, 99), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
])("SHA-256 of %s in lower-case hex", (_what, data, expected) => {
  expect(sha256Hex(data)).toBe(expected);
});

test("text is hashed as its UTF-8 bytes", () => {
  expect(sha256Hex("é💩")).toBe(sha256Hex(new TextEncoder().encode("é💩")));
});
