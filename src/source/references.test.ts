import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PathSegment, parseReference } from "./references.ts";

describe("parseReference", () => {
  // shows: schema-260
  test.each<[string, object]>([
    ["params.repo", { root: "params", name: "repo", path: [] }],
    ["params.repo.owner[0]", { root: "params", name: "repo", path: ["owner", 0] }],
    ["steps.build.output", { root: "steps", stepId: "build", path: [] }],
    ["steps.build-all.output.issues", { root: "steps", stepId: "build-all", path: ["issues"] }],
    ["steps.a.output[10][0].b_1", { root: "steps", stepId: "a", path: [10, 0, "b_1"] }],
    ['steps.a.output["odd key"].x', { root: "steps", stepId: "a", path: ["odd key", "x"] }],
    ['steps.a.output["a-b"]["]\\"\\u00e9"]', { root: "steps", stepId: "a", path: ["a-b", ']"é'] }],
    ['steps.a.output["__proto__"]', { root: "steps", stepId: "a", path: ["__proto__"] }],
    ['steps.a.output[""]', { root: "steps", stepId: "a", path: [""] }],
    ["steps.output.output.output", { root: "steps", stepId: "output", path: ["output"] }],
  ])("%s", (text, expected) => {
    expect(parseReference(text)).toEqual({ ok: true, reference: { text, ...expected } });
  });

  // shows: schema-262a, schema-262b
  test.each<[string, number, RegExp]>([
    ["", 0, /begins with/],
    ["env.HOME", 0, /begins with/],
    ["item", 0, /item and index/],
    ["item_index", 0, /item and index/],
    ["\u0024{{ steps.a.output }}", 0, /no templates/],
    ["{{params.x}}", 0, /no templates/],
    ["Params.x", 0, /begins with/],
    [" params.x", 0, /begins with/],
    ["params.", 7, /name is expected/],
    ["params.1x", 7, /name is expected/],
    ["params.a-b", 8, /\["key"\]/],
    ["params.a ", 8, /white space/],
    ["steps.", 6, /id is expected/],
    ["steps.a", 7, /steps\.a\.output/],
    ["steps.a.outputs", 7, /steps\.a\.output/],
    ["steps.a.result", 7, /steps\.a\.output/],
    ["steps.a.output.", 14, /goes on with/],
    ["steps.a.output.x-y", 16, /\["key"\]/],
    ["steps.a.output.0", 14, /index \[0\]/],
    ["steps.a.output[-1]", 14, /not negative/],
    ["steps.a.output[01]", 14, /goes on with/],
    ["steps.a.output[9007199254740993]", 14, /goes on with/],
    ["steps.a.output[x]", 14, /goes on with/],
    ["steps.a.output['x']", 14, /goes on with/],
    ['steps.a.output["x]', 14, /goes on with/],
    ['steps.a.output["\\ud800"]', 14, /goes on with/],
    ['steps.a.output["\\x"]', 14, /goes on with/],
    ["steps.a.output | length", 14, /white space/],
    ["steps.a.output()", 14, /goes on with/],
  ])("%s is refused", (text, offset, message) => {
    expect(parseReference(text)).toEqual({ ok: false, offset, message: expect.stringMatching(message) });
  });

  test("what is printed by the grammar reads as it was meant", () => {
    const word = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
    const id = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,8}$/);
    const key = fc.oneof(word, fc.string({ unit: "grapheme" }));
    const segment = fc.oneof<fc.Arbitrary<PathSegment>[]>(key, fc.nat());
    fc.assert(
      fc.property(id, word, fc.array(segment), (stepId, name, path) => {
        const tail = path.map(print).join("");
        const step = parseReference(`steps.${stepId}.output${tail}`);
        const param = parseReference(`params.${name}${tail}`);
        expect(step).toMatchObject({ ok: true, reference: { root: "steps", stepId, path } });
        expect(param).toMatchObject({ ok: true, reference: { root: "params", name, path } });
      }),
    );
  });

  // shows: schema-262a
  test("any text is either read or refused at an offset inside it", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((tail) => `steps.a.output${tail}`),
        ),
        (text) => {
          const parsed = parseReference(text);
          return parsed.ok ? parsed.reference.text === text : parsed.offset <= text.length;
        },
      ),
    );
  });
});

function print(segment: PathSegment): string {
  if (typeof segment === "number") return `[${segment}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}
