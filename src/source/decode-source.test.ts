import { describe, expect, test } from "vitest";
import { decodeSource } from "./decode-source.ts";
import { Report } from "./report.ts";

function decode(bytes: Uint8Array): { text: string | undefined; found: string[] } {
  const report = new Report();
  const text = decodeSource(bytes, report);
  return { text, found: report.findings().map(({ line, column, code }) => `${line}:${column} ${code}`) };
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

describe("decodeSource", () => {
  test.each<[string, Uint8Array, string]>([
    ["plain text", bytes("a\nb"), "a\nb"],
    ["a byte-order mark, dropped", bytes([0xef, 0xbb, 0xbf], "a"), "a"],
    ["CRLF, kept", bytes("a\r\nb\r\n"), "a\r\nb\r\n"],
    ["a replacement character of the author's own", bytes("\uFFFD"), "\uFFFD"],
    ["nothing", bytes(), ""],
  ])("takes %s", (_what, source, text) => {
    expect(decode(source)).toEqual({ text, found: [] });
  });

  test.each<[string, Uint8Array, string]>([
    ["a broken byte", bytes("ab\ncé", [0xff], "d"), "2:3 invalid-utf8"],
    ["half a character at the end", bytes("a\n\nxy", [0xe2, 0x82]), "3:3 invalid-utf8"],
    ["a surrogate in UTF-8", bytes([0xed, 0xa0, 0x80]), "1:1 invalid-utf8"],
    ["an overlong encoding", bytes("a", [0xc0, 0xaf]), "1:2 invalid-utf8"],
    ["a broken byte after a replacement character", bytes("\uFFFD", [0x80]), "1:2 invalid-utf8"],
    ["UTF-16", bytes([0xff, 0xfe, 0x2d, 0x00]), "1:1 invalid-utf8"],
    ["classic Mac line ends", bytes("---\rtype: workflow\r---\r"), "1:4 bare-carriage-return"],
    ["one stray carriage return", bytes("a\r\nb\rc\n"), "2:2 bare-carriage-return"],
    ["a byte over 1 MiB", Buffer.alloc(1_048_577, "x"), "1:1 source-too-large"],
  ])("refuses %s with one finding", (_what, source, finding) => {
    expect(decode(source)).toEqual({ text: undefined, found: [finding] });
  });

  test("takes exactly 1 MiB", () => {
    expect(decode(Buffer.alloc(1_048_576, "x")).text).toHaveLength(1_048_576);
  });
});
