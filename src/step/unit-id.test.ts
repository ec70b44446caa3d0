import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../lib/canonical-json.ts";
import { dispatchIdOf, mapUnitIds, soloUnitId } from "./unit-id.ts";

const itemHash = (canonicalItem: string) =>
  createHash("sha256").update(canonicalItem).digest("hex").slice(0, 16);

describe("the id of a step's only unit", () => {
  // shows: engine-168
  test("is the step's id and solo", () => {
    expect(soloUnitId("build", 1)).toBe("build:solo");
  });

  test("names the gate loop from the second on", () => {
    expect(soloUnitId("build", 2)).toBe("build:solo~l2");
    expect(soloUnitId("build", 10)).toBe("build:solo~l10");
  });
});

describe("the ids of a map's units", () => {
  // shows: engine-168
  test("are the step's id and 16 hex characters of the canonical item's SHA-256", () => {
    expect(mapUnitIds("check", ['"a"', "7"], 1)).toEqual([
      `check:${itemHash('"a"')}`,
      `check:${itemHash("7")}`,
    ]);
  });

  test("number equal items from the second on, in item order", () => {
    const [a, b] = [`check:${itemHash('"a"')}`, `check:${itemHash('"b"')}`];
    expect(mapUnitIds("check", ['"a"', '"b"', '"a"', '"a"'], 1)).toEqual([a, b, `${a}#2`, `${a}#3`]);
  });

  test("name the gate loop last", () => {
    const a = `check:${itemHash('"a"')}`;
    expect(mapUnitIds("check", ['"a"', '"a"'], 3)).toEqual([`${a}~l3`, `${a}#2~l3`]);
  });

  test("are none for no items", () => {
    expect(mapUnitIds("check", [], 1)).toEqual([]);
  });

  test("are as a set the same in whatever order the items stand", () => {
    const itemsTwice = fc
      .array(fc.oneof(fc.constantFrom<unknown>("a", 1, null), fc.jsonValue()))
      .map((items) => items.map((item) => canonicalJson(item as never)))
      .chain((items) =>
        fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
      );
    fc.assert(
      fc.property(itemsTwice, ([items, shuffled]) => {
        expect(mapUnitIds("s", shuffled, 1).sort()).toEqual(mapUnitIds("s", items, 1).sort());
      }),
    );
  });

  test("are all different", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"a"', '"b"', "1", "null"), { maxLength: 30 }), (items) => {
        expect(new Set(mapUnitIds("s", items, 1)).size).toBe(items.length);
      }),
    );
  });
});

describe("the dispatch id", () => {
  // shows: engine-183
  test("is 32 hex characters and the same whenever the same attempt is named", () => {
    expect(dispatchIdOf("run", "build:solo", 1)).toMatch(/^[0-9a-f]{32}$/);
    expect(dispatchIdOf("run", "build:solo", 1)).toBe(dispatchIdOf("run", "build:solo", 1));
  });

  // shows: engine-184
  test("is another one for another run, unit or attempt", () => {
    const ids = [
      dispatchIdOf("run", "build:solo", 1),
      dispatchIdOf("run", "build:solo", 2),
      dispatchIdOf("run", "test:solo", 1),
      dispatchIdOf("nur", "build:solo", 1),
    ];
    expect(new Set(ids).size).toBe(4);
  });
});
