import { describe, expect, test } from "vitest";
import type { AttemptOutcome } from "../../run/index.ts";
import { redactOutcome } from "./outcome.ts";
import { Redactor } from "./redactor.ts";

const redactor = new Redactor();
redactor.add([{ name: "TOKEN", value: "correct horse" }]);

describe("an outcome", () => {
  // shows: schema-386d
  test.each<[string, AttemptOutcome, AttemptOutcome]>([
    [
      "its text",
      { status: "completed", result: "a correct horse" },
      { status: "completed", result: "a [redacted:TOKEN]" },
    ],
    [
      "its value",
      { status: "completed", result: { "correct horse": ["correct horse"] } },
      { status: "completed", result: { "[redacted:TOKEN]": ["[redacted:TOKEN]"] } },
    ],
    [
      "its error, cut or not",
      {
        status: "failed",
        failureReason: "non_zero_exit",
        error: "correct horse\n…rect horse said correct ho…",
      },
      {
        status: "failed",
        failureReason: "non_zero_exit",
        error: "[redacted:TOKEN]\n…[redacted:TOKEN] said [redacted:TOKEN]…",
      },
    ],
    [
      "what the engine said of itself",
      {
        status: "completed",
        model: "correct horse",
        sessionId: "s",
        transcriptPath: "/correct horse/x",
        inputTokens: 3,
      },
      {
        status: "completed",
        model: "[redacted:TOKEN]",
        sessionId: "s",
        transcriptPath: "/[redacted:TOKEN]/x",
        inputTokens: 3,
      },
    ],
    ["nothing where there is no result", { status: "completed" }, { status: "completed" }],
  ])("has secrets taken out of %s", (_, outcome, redacted) => {
    const once = redactOutcome(outcome, redactor);
    expect(once).toEqual(redacted);
    expect(redactOutcome(once, redactor)).toBe(once);
  });

  test("stays the same object where nothing is secret", () => {
    const outcome: AttemptOutcome = { status: "completed", result: "correct horse" };
    expect(redactOutcome(outcome, new Redactor())).toBe(outcome);
  });

  test("satisfies its schema with the masks in it, or has failed", () => {
    const outcome: AttemptOutcome = {
      status: "completed",
      result: { animal: "correct horse" },
      outputTokens: 2,
    };
    const loose = { type: "object", properties: { animal: { type: "string" } } };
    expect(redactOutcome(outcome, redactor, loose)).toMatchObject({ status: "completed" });
    const strict = { type: "object", properties: { animal: { enum: ["correct horse", "heron"] } } };
    expect(redactOutcome({ ...outcome }, redactor, strict)).toEqual({
      status: "failed",
      failureReason: "validation_error",
      error: expect.stringMatching(
        /^The result holds a secret; redacted, it does not satisfy the output schema at .*animal/,
      ),
      outputTokens: 2,
    });
  });
});
