import { describe, expect, test } from "vitest";
import { HEAD, markdown, workflowIn } from "../../test/rig/workflow-source.ts";
import { unsupportedKeys } from "./unsupported-keys.ts";

const EXEC = "exec: { command: [make] }";

function found(steps: string, body?: string): string[] {
  const workflow = workflowIn(markdown(`${HEAD}params: { p: {} }\nsteps:\n${steps}`, body));
  return unsupportedKeys(workflow, new Set(["a", "b"])).map(
    ({ line, column, code }) => `${line}:${column} ${code}`,
  );
}

describe("unsupportedKeys", () => {
  test.each([
    ["a command", `  - { id: a, unit: { ${EXEC} } }`],
    ["a map of commands", `  - { id: a, map: { over: params.p, unit: { ${EXEC} } } }`],
    [
      "a route",
      `  - { id: r, route: { input: params.p, when: [{ match: x, step: a }] } }\n  - { id: a, unit: { ${EXEC} } }`,
    ],
    ["a gate without a rubric", `  - { id: a, gate: { max_loops: 3 }, unit: { ${EXEC} } }`],
    ["a gate that asks nobody", `  - { id: a, gate: { approve: false }, unit: { ${EXEC} } }`],
    ["no isolation", `  - { id: a, unit: { ${EXEC}, isolation: none } }`],
    ["an empty environment", `  - { id: a, unit: { ${EXEC}, env: [] } }`],
    ["an environment", `  - { id: a, unit: { ${EXEC}, env: [env/x, { A: secrets/a }] } }`],
    ["a step that asks an engine", "  - id: a"],
    ["a map that asks an engine", "  - { id: a, map: { over: params.p } }"],
    ["a person's approval", `  - { id: a, gate: { approve: true }, unit: { ${EXEC} } }`],
    ["a worktree that its plan does not ask for", "  - { id: model, unit: { isolation: worktree } }"],
  ])("has nothing against %s", (_what, steps) => {
    expect(found(steps)).toEqual([]);
  });

  test.each([
    ["a worktree", `  - { id: a, unit: { ${EXEC}, isolation: worktree } }`, ["6:60 not-yet-supported"]],
  ])("names %s with its line", (_what, steps, findings) => {
    expect(found(steps)).toEqual(findings);
  });

  test("has nothing against rubrics, on routes too", () => {
    const steps = `  - { id: r, route: { input: params.p, when: [{ match: x, step: a }] } }\n  - { id: a, unit: { ${EXEC} } }`;
    expect(found(steps, "## r\n### gate\nok\n## a\nx\n### gate\nok\n")).toEqual([]);
  });

  test("lists all of them", () => {
    const isolated = (id: string) => `  - { id: ${id}, unit: { ${EXEC}, isolation: worktree } }`;
    expect(found([isolated("a"), isolated("b")].join("\n"))).toHaveLength(2);
  });
});
