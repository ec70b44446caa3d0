import { expect, test } from "vitest";
import { hashPlan } from "./hash.ts";

test("a plan's hash is the SHA-256 of its text", () => {
  expect(hashPlan("{}")).toBe("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
});
