import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

function routed(inputsOfLast: string): AkmHome {
  const home = new AkmHome();
  home.workflow(
    "r",
    [
      "steps:",
      "  - id: a",
      `    unit: { exec: { command: [echo, '{"k":"zzz"}'] }, output: { type: object } }`,
      "  - id: fork",
      "    route: { input: steps.a.output.k, when: [{ match: zzz, step: c }], default: b }",
      "  - id: b",
      "    unit: { exec: { command: [touch, b.ran] } }",
      "  - id: c",
      "    unit: { exec: { command: [touch, c.ran] } }",
      "  - id: d",
      ...(inputsOfLast === "" ? [] : [`    inputs: [${inputsOfLast}]`]),
      `    unit: { exec: { command: [sh, -c, 'echo "$AKM_STEP_ID $AKM_INPUTS"'] } }`,
    ].join("\n"),
    ["a", "fork", "b", "c", "d"],
  );
  return home;
}

describe("a branch that was not chosen", () => {
  // shows: schema-559c
  test("is skipped, a status of its own, and what stands after it runs", () => {
    const home = routed("");
    const done = home.run("r").json();
    expect(done.workflow.steps.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "a completed",
      "fork completed",
      "b skipped",
      "c completed",
      "d completed",
    ]);
    expect([home.has("b.ran"), home.has("c.ran")]).toEqual([false, true]);
  });

  test("is shown without units, as is the route itself", () => {
    const shown = routed("").run("r", "--format", "text");
    expect(shown.stderr).toContain("fork: started\n");
    expect(shown.stdout).toMatch(/^ {2}fork +route +completed +\d+ms$/m);
    expect(shown.stdout).toMatch(/^ {2}b +unit +skipped$/m);
  });

  test("reads as null, with a warning, for a step that wants its output", () => {
    const home = routed("steps.b.output");
    const done = home.run("r");
    expect(done.status).toBe(0);
    expect(done.json().workflow.steps.at(-1)?.evidence.output).toBe('d {"steps.b.output":null}');
    expect(done.json().warnings).toEqual([expect.stringContaining("steps.b.output")]);
  });
});
