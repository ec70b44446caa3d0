import { describe, expect, test } from "vitest";
import { findingsIn, HEAD, markdown, messagesIn } from "../../../test/rig/workflow-source.ts";

const PARAMS = `params:
  files: { type: array, items: { type: object, properties: { name: { type: string } }, additionalProperties: false } }
  repo: { type: string }
  free: {}`;

const STEPS = `steps:
  - id: text
  - id: report
    output: { type: object, properties: { total: { type: integer }, rows: { type: array, maxItems: 2 } }, additionalProperties: false }
  - id: open
    output: { type: [object, "null"], properties: { name: { type: string } } }
  - id: each
    map: { over: params.files, unit: { output: { type: object, properties: { ok: {} }, additionalProperties: false } } }
  - id: pick
    route: { input: steps.open.output.name, when: [{ match: x, step: last }] }`;

/** The findings of a last step that reads what is given, on line 19. */
const reading = (reference: string) =>
  markdown(`${HEAD}${PARAMS}\n${STEPS}\n  - id: last\n    inputs: ['${reference}']\n  - id: after`);
const mapping = (reference: string) =>
  markdown(`${HEAD}${PARAMS}\n${STEPS}\n  - id: last\n    map: { over: '${reference}' }\n  - id: after`);

describe("a reference is taken", () => {
  // shows: schema-119a, schema-258c
  test.each([
    "steps.text.output",
    "steps.text.output.anything[3]",
    "steps.report.output.total",
    "steps.report.output.rows[1].x",
    "steps.open.output.name",
    "steps.open.output.undeclared.x",
    "steps.each.output[5].ok.more",
    "steps.pick.output.selected",
    "steps.pick.output.value.x[0]",
  ])("to %s", (reference) => {
    expect(findingsIn(reading(reference))).toEqual([]);
  });

  // shows: schema-258a
  test.each([
    "params.files",
    "params.free",
    "params.free.x[1]",
    "steps.text.output",
    "steps.report.output.rows",
    "steps.each.output",
  ])("as the list of a map: %s", (reference) => {
    expect(findingsIn(mapping(reference))).toEqual([]);
  });
});

// shows: schema-272
describe("a reference is refused where it stands", () => {
  // shows: schema-523b
  // shows: schema-258c
  test.each<[string, string, RegExp]>([
    ["steps.last.output", "19:14 reference-order", /this very step/],
    ["steps.after.output", "19:14 reference-order", /declared later/],
    ["steps.reprot.output", "19:14 unknown-step", /did you mean `steps\.report\.output`\?/],
    ["steps.Text.output", "19:14 unknown-step", /did you mean `steps\.text\.output`\?/],
    ["steps.nowhere.output", "19:14 unknown-step", /there is no step `nowhere`$/],
    ["steps.report.output.totl", "19:14 bad-path", /did you mean `total`\?/],
    ["steps.report.output.total.x", "19:14 bad-path", /declared as integer/],
    ["steps.report.output[0]", "19:14 bad-path", /declared as object/],
    ["steps.report.output.rows[2]", "19:14 bad-path", /beyond the 2 items/],
    ["steps.report.output.toString", "19:14 bad-path", /no property `toString`/],
    ["steps.open.output[0]", "19:14 bad-path", /declared as object or null/],
    ["steps.open.output.name.x", "19:14 bad-path", /declared as string/],
    ["steps.each.output.ok", "19:14 bad-path", /declared as array/],
    ["steps.each.output[0].no", "19:14 bad-path", /no property `no`/],
    ["steps.pick.output.chosen", "19:14 bad-path", /no property `chosen`/],
    ["steps.pick.output.selected.x", "19:14 bad-path", /declared as string/],
    ["params.repo", "19:14 invalid-reference", /given to every unit anyway/],
  ])("%s", (reference, finding, message) => {
    expect(findingsIn(reading(reference))).toEqual([finding]);
    expect(messagesIn(reading(reference))).toEqual([expect.stringMatching(message)]);
  });

  test.each<[string, string, RegExp]>([
    ["params.flies", "19:18 unknown-param", /did you mean `params\.files`\?/],
    ["params.none", "19:18 unknown-param", /declare it under `params`/],
    ["params.repo", "19:18 bad-path", /declared as string; a map needs a list/],
    ["params.files[0]", "19:18 bad-path", /declared as object; a map needs a list/],
    ["params.files[0].nam", "19:18 bad-path", /did you mean `name`\?/],
    ["steps.report.output", "19:18 bad-path", /a map needs a list/],
    ["steps.pick.output", "19:18 bad-path", /a map needs a list/],
    ["item", "19:18 invalid-reference", /without naming them/],
  ])("as the list of a map: %s", (reference, finding, message) => {
    expect(findingsIn(mapping(reference))).toEqual([finding]);
    expect(messagesIn(mapping(reference))).toEqual([expect.stringMatching(message)]);
  });

  // shows: schema-313a, schema-313b
  test.each([
    ["steps.a.output", []],
    ["steps.b.output", []],
    ["steps.c.output", ["3:26 unknown-step"]],
    ["params.p", ["3:26 invalid-reference"]],
  ])("as a run output: %s", (from, found) => {
    const text = markdown(
      `type: workflow\noutputs: { report: { from: ${from} } }\ndescription: d\nparams: { p: {} }\nsteps: [{ id: a }, { id: b }]`,
    );
    expect(findingsIn(text)).toEqual(found.map((finding) => finding.replace("3:26", "3:28")));
  });

  test("at the place inside a plain value where reading it stopped", () => {
    expect(
      findingsIn(markdown(`${HEAD}steps:\n  - id: a\n  - id: b\n    inputs: [steps.a.outputs]`)),
    ).toEqual(["7:21 invalid-reference"]);
  });
});
