import { describe, expect, test } from "vitest";
import { endpointProblem } from "./endpoint.ts";

describe("an OpenAI-compatible endpoint", () => {
  test.each([
    "http://127.0.0.1:8080/v1/chat/completions",
    "https://api.example.com/openai/v1/chat/completions",
    "HTTPS://api.example.com/chat/completions",
    "http://[::1]:1234/v1/chat/completions",
  ])("%s is taken", (endpoint) => {
    expect(endpointProblem(endpoint, "openai-compatible")).toBeUndefined();
  });

  const right = "did you mean http://127.0.0.1:8080/v1/chat/completions?";

  test.each([
    ["http://127.0.0.1:8080/v1", right],
    ["http://127.0.0.1:8080/v1/", right],
    ["http://127.0.0.1:8080", right],
    ["http://127.0.0.1:8080/", right],
    ["http://127.0.0.1:8080/v1/chat", right],
    ["http://127.0.0.1:8080/v1/chat/completions/", right],
    ["http://h/api/v3//", "did you mean http://h/api/v3/chat/completions?"],
    ["https://h/v1/messages", '"provider": "anthropic"'],
    ["127.0.0.1:8080/v1/chat/completions", "must be a full http(s) URL"],
    ["ftp://h/chat/completions", "must be a full http(s) URL"],
    ["http://", "must be a full http(s) URL"],
    ["", "must be a full http(s) URL"],
    ["http://h/v1/chat/completions?key=1", "must have no query"],
    ["http://h/v1/chat/completions?", "must have no query"],
    ["http://h/v1/chat/completions#top", "no fragment"],
  ])("%j is refused with the right form: %s", (endpoint, problem) => {
    expect(endpointProblem(endpoint, "openai-compatible")).toContain(problem);
  });

  test.each(["http://ada:s3cret@h/v1/chat/completions", "http://s3cret@h/v1", "http://h/v1?key=s3cret"])(
    "that holds a secret is refused without repeating it",
    (endpoint) => {
      const problem = endpointProblem(endpoint, "openai-compatible");
      expect(problem).toBeDefined();
      expect(problem).not.toContain("s3cret");
    },
  );
});

describe("an Anthropic endpoint", () => {
  test("ends in /messages", () => {
    expect(endpointProblem("https://api.anthropic.com/v1/messages", "anthropic")).toBeUndefined();
    expect(endpointProblem("https://api.anthropic.com", "anthropic")).toContain(
      "did you mean https://api.anthropic.com/v1/messages?",
    );
    expect(endpointProblem("https://h/v1/chat/completions", "anthropic")).toContain("openai-compatible");
  });
});
