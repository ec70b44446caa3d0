import { describe, expect, test } from "vitest";
import { readErrorObject } from "./error-object.ts";

describe("an error object", () => {
  test.each<[string, unknown, string, string]>([
    ["OpenAI's", { error: { message: "no", type: "invalid_request_error", code: null } }, "no", "final"],
    ["a text alone", { error: "model not found" }, "model not found", "final"],
    ["vLLM's", { object: "error", message: "no", code: 400 }, "no", "final"],
    ["FastAPI's", { detail: "Not authenticated" }, "Not authenticated", "final"],
    ["one of details", { detail: [{ msg: "x" }] }, '{"detail":[{"msg":"x"}]}', "final"],
    [
      "Anthropic's overload",
      { type: "error", error: { type: "overloaded_error", message: "busy" } },
      "busy",
      "rate-limit",
    ],
    [
      "OpenAI's rate limit",
      { error: { message: "slow", code: "rate_limit_exceeded" } },
      "slow",
      "rate-limit",
    ],
    [
      "Google's rate limit",
      { error: { message: "slow", status: "RESOURCE_EXHAUSTED" } },
      "slow",
      "rate-limit",
    ],
    ["OpenRouter's rate limit", { error: { message: "slow", code: 429 } }, "slow", "rate-limit"],
    [
      "OpenRouter's upstream failure",
      { error: { message: "bad gateway", code: 502 } },
      "bad gateway",
      "transient",
    ],
    ["Anthropic's own failure", { error: { type: "api_error", message: "oops" } }, "oops", "transient"],
  ])("is read: %s", (_, value, message, kind) => {
    expect(readErrorObject(value)).toEqual({ message, kind });
  });

  test.each([undefined, null, 1, "x", [], {}, { choices: [], message: "x" }, { content: [], message: "x" }])(
    "is not seen in %j",
    (value) => {
      expect(readErrorObject(value)).toBeUndefined();
    },
  );
});
