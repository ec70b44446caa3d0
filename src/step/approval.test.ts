import { expect, test } from "vitest";
import { approvalResult, artifactHash, isAbout } from "./approval.ts";

test("an approval is about the artifact it was given for, however its keys are ordered", () => {
  const approval = { complete: true, by: "ada", note: "", artifactHash: artifactHash({ a: 1, b: [2] }) };
  const result = approvalResult(approval);
  expect(isAbout(result, { b: [2], a: 1 })).toBe(true);
  expect(isAbout(result, { a: 1, b: [3] })).toBe(false);
  expect(isAbout(result, null)).toBe(false);
});

test.each([undefined, null, "text", [], {}])("a row of %j is about nothing", (result) => {
  expect(isAbout(result, null)).toBe(false);
});
