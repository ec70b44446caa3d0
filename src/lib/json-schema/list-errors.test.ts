import { describe, expect, test } from "vitest";
import { listErrors } from "./list-errors.ts";

const error = (path: string) => ({ path, message: "is wrong" });

describe("a list of validation errors", () => {
  test("names each with its path, the value itself without one", () => {
    expect(listErrors([error(""), error("a.b")])).toBe("is wrong; a.b: is wrong");
  });

  test("names five and counts the rest", () => {
    expect(listErrors(["a", "b", "c", "d", "e", "f", "g"].map(error))).toMatch(/e: is wrong; and 2 more$/);
  });
});
