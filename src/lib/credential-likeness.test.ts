import { describe, expect, test } from "vitest";
import { findCredentialLike } from "./credential-likeness.ts";

describe("findCredentialLike", () => {
  // shows: schema-278b
  test.each([
    ["a telling name", { api_key: "x" }, ["api_key"]],
    ["a telling name in camel case", { deployToken: "x" }, ["deployToken"]],
    ["below a telling name", { credentials: { user: "a" } }, ["credentials.user"]],
    ["a known prefix", { note: `ghp_${"a".repeat(36)}` }, ["note"]],
    ["in a list", { items: ["x", `sk-${"a".repeat(20)}`] }, ["items[1]"]],
  ])("suspects %s", (_, params, paths) => {
    expect(findCredentialLike(params)).toEqual(paths);
  });

  // shows: schema-278b
  test.each([
    ["ordinary words", { name: "banana", tokenizer: "x", author: "y", monkey: "z" }],
    ["an empty value", { password: "" }],
    ["numbers", { token: 3 }],
    ["a short text with a known prefix", { a: "sk-1" }],
    ["a hash", { commit: "a".repeat(40) }],
  ])("does not suspect %s", (_, params) => {
    expect(findCredentialLike(params)).toEqual([]);
  });
});
