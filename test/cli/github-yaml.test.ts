import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { AkmHome } from "../rig/akm-home.ts";
import { githubText } from "../rig/github-source.ts";

describe("a GitHub-shaped workflow", () => {
  // shows: schema-39a
  test("runs builtins of the shell, and its env and directory reach the command", () => {
    const home = new AkmHome();
    home.write("sub/dir/here.txt", "");
    home.write(
      "bundle/workflows/w.yml",
      githubText(`- id: list
  run: ls
  working-directory: sub/dir
- id: env
  run: printenv LEVEL
  shell: bash
  env: { LEVEL: "3.10" }
- id: stop
  run: exit 3`),
    );
    const run = home.run("w");
    expect(run.status).toBe(1);
    expect(
      run.json().workflow.steps.map(({ id, status, evidence }) => [id, status, evidence.output]),
    ).toEqual([
      ["list", "completed", "here.txt"],
      ["env", "completed", "3.10"],
      ["stop", "failed", null],
    ]);
  });

  // shows: schema-44b, schema-45b, schema-50e
  test.each([
    ["several jobs", "on: workflow_dispatch\njobs: { a: { steps: [] }, b: {} }", "COMPOSITION_INVALID"],
    [
      "a binding of a later step",
      githubText("- id: a\n  uses: tasks/x\n  with: { b: { from: steps.c.output } }"),
      "INPUT_BINDING_INVALID",
    ],
    [
      "a param",
      githubText("- id: a\n  uses: tasks/x\n  with: { b: { from: params.c } }"),
      "INPUT_BINDING_INVALID",
    ],
    ["a service event", githubText("- id: a\n  run: make", "on: push"), "WORKFLOW_SOURCE_INVALID"],
  ])("with %s is refused before anything is written", (_what, text, code) => {
    const home = new AkmHome();
    home.write("bundle/workflows/w.yml", text);
    for (const verb of ["run", "plan"]) {
      const refused = home.akm(["workflow", verb, "workflows/w"]);
      expect(refused.status).toBe(2);
      expect(refused.error().code).toBe(code);
    }
    expect(home.has("data/state.db")).toBe(false);
  });

  // shows: schema-21a
  test("is one workflow, and no task beside it", () => {
    const home = new AkmHome();
    home.write("bundle/workflows/w.yml", githubText("- id: a\n  run: echo a"));
    expect(JSON.parse(home.akm(["task", "list"]).stdout).tasks).toEqual([]);
    expect(home.akm(["lint"]).json()).toMatchObject({ findings: [], summary: { files: 1 } });
    home.run("w");
    expect(home.akm(["workflow", "list"]).json().runs).toMatchObject([
      { workflowRef: "bundle//workflows/w" },
    ]);
  });

  test("the one that the documentation shows is without findings", () => {
    const [, text = ""] =
      /```yaml\n([\s\S]*?)```/.exec(readFileSync(path.join(ROOT, "docs/github-yaml.md"), "utf8")) ?? [];
    const home = new AkmHome();
    home.write("bundle/workflows/w.yml", text);
    expect(home.akm(["lint"]).json()).toMatchObject({ findings: [], summary: { files: 1 } });
  });
});
