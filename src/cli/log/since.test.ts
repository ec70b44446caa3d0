import { describe, expect, test } from "vitest";
import { parseSince } from "./since.ts";

const NOW = Date.parse("2026-01-31T09:00:00Z");

describe("parseSince", () => {
  test.each([
    ["@offset:0", { afterId: 0 }],
    ["@offset:17", { afterId: 17 }],
    ["2026-01-31T10:00:00+02:00", { since: "2026-01-31T08:00:00.000Z" }],
    ["2026-01-31", { since: "2026-01-31T00:00:00.000Z" }],
    ["10m", { since: "2026-01-31T08:50:00.000Z" }],
    ["1d", { since: "2026-01-30T09:00:00.000Z" }],
  ])("%s", (text, filter) => {
    expect(parseSince(text, NOW)).toEqual(filter);
  });

  test.each(["@offset:", "@offset:-1", "yesterday", "10", "2026-99-99", ""])("%j is refused", (text) => {
    expect(() => parseSince(text, NOW)).toThrow(/--since/);
  });
});
