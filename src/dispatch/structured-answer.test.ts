import { describe, expect, test } from "vitest";
import { judgeStructuredAnswer } from "./structured-answer.ts";

const schema = {
  type: "object",
  additionalProperties: false,
  properties: { a: { type: "number" } },
};

function judge(answer: string) {
  return judgeStructuredAnswer(answer, schema, (text) => `<${text.slice(0, 9)}>`);
}

describe("a structured answer", () => {
  test("is the value the text holds", () => {
    expect(judge('Here: {"a":1}.')).toEqual({ ok: true, value: { a: 1 } });
  });

  test("that is not there is shown as it was quoted", () => {
    expect(judge("I cannot do this")).toEqual({
      ok: false,
      failureReason: "parse_error",
      message: "The answer is not one JSON value: there is no JSON value in it. It begins: <I cannot >",
    });
  });

  test("that is empty is said to be empty", () => {
    expect(judge(" \n")).toMatchObject({
      failureReason: "parse_error",
      message: expect.stringContaining("empty"),
    });
  });

  test.each(['{"a":"1"}', '{"b":1}', '{"__proto__":{"a":1}}', '{"a":1,"__proto__":{"polluted":1}}', "[]"])(
    "that misses the schema is a validation error: %s",
    (answer) => {
      expect(judge(answer)).toMatchObject({ ok: false, failureReason: "validation_error" });
    },
  );

  test.each(['{"a":NaN}', '{"a":1e400}', '{"a":1,"a":2}', '{"a":1,}', '"\\ud800"', '{"a":9007199254740993}'])(
    "that JSON or we refuse is a parse error: %s",
    (answer) => {
      expect(judge(answer)).toMatchObject({ ok: false, failureReason: "parse_error" });
    },
  );
});
