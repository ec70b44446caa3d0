import { describe, expect, test } from "vitest";
import { cronProblem } from "./cron.ts";

describe("cronProblem", () => {
  test.each([
    "* * * * *",
    "0 6 * * *",
    "*/5 0-23/2 1,15 JAN-dec mon-FRI",
    "20/15 * * * *",
    "59 23 31 12 7",
    "  0\t0   1 1 0 ",
  ])("%j is well", (line) => {
    expect(cronProblem(line)).toBeUndefined();
  });

  test.each([
    ["", /no fields/],
    ["* * * *", /has 4 fields, and cron takes five: minute, hour/],
    ["* * * * * *", /6 fields/],
    ["@daily", /nickname/],
    ["60 * * * *", /"60", not 0 to 59, as the minute/],
    ["* 24 * * *", /as the hour/],
    ["* * 0 * *", /not 1 to 31, as the day of the month/],
    ["* * * 13 *", /not 1 to 12 or JAN to DEC, as the month/],
    ["* * * * 8", /not 0 to 7 or SUN to SAT, as the day of the week/],
    ["MON * * * *", /as the minute/],
    ["* * * FOO *", /"FOO"/],
    ["*/0 * * * *", /step "0", not 1 to 59/],
    ["*/x * * * *", /step "x"/],
    ["1/2/3 * * * *", /two steps/],
    ["5-1 * * * *", /"5-1", which runs backwards/],
    ["1-2-3 * * * *", /no range/],
    ["1, * * * *", /"", not/],
    ["-1 * * * *", /"", not/],
    ["? * * * *", /"\?"/],
    ["1.5 * * * *", /"1.5"/],
    ["L * * * *", /"L"/],
    ["00001 * * * *", /"00001"/],
  ])("%j is not", (line, problem) => {
    expect(cronProblem(line)).toMatch(problem);
  });
});
