import { copyFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { AkmHome } from "../rig/akm-home.ts";

/** A project with one of the fixtures in it, and something for its steps to work on. */
function projectWith(name: string): AkmHome {
  const home = new AkmHome();
  home.write("src/a.mjs", "export const a = 1;\n");
  home.write("src/b.mjs", "export const b = 2;\n");
  home.write("docs/a.txt", "one two three\n");
  const file = home.write(`.github/workflows/${name}.yml`, "");
  copyFileSync(path.join(ROOT, "test/fixtures/github-import", `${name}.yml`), file);
  return home;
}

const importing = (home: AkmHome, name: string, ...words: string[]) =>
  home.akm(["workflow", "import", `.github/workflows/${name}.yml`, ...words]);

describe("akm workflow import", () => {
  test.each<[string, Record<string, unknown>]>([
    ["node-check", { "parse-every-script": null, "count-them": "2" }],
    ["word-count", { count: null, judge: "3 words in en, at most 5" }],
    ["nightly-archive", { "clean-up": null, pack: null, list: "a.txt" }],
    ["repository-facts", { "git-init-quiet-facts": null, "git-log-format-s": "first: a commit" }],
  ])("%s converts into a workflow that runs", (name, outputs) => {
    const home = projectWith(name);
    const imported = importing(home, name);
    expect(imported.json()).toMatchObject({
      ok: true,
      shape: "workflow-import",
      ref: `bundle//workflows/${name}`,
    });
    expect(home.akm(["lint"]).json().findings).toEqual([]);
    const run = home.run(name);
    expect(run.status).toBe(0);
    const made = run.json().workflow.steps.map(({ id, evidence }) => [id, evidence.output]);
    expect(Object.fromEntries(made)).toEqual(outputs);
  });

  test("a script stops at the command that fails, and the run at its step", () => {
    const home = projectWith("stops-at-failure");
    importing(home, "stops-at-failure");
    const run = home.run("stops-at-failure");
    expect(run.status).toBe(1);
    expect(run.json().workflow.steps.map(({ id, status }) => [id, status])).toEqual([
      ["compile-1", "failed"],
      ["never-reached", "pending"],
    ]);
    expect(home.read("out.txt")).toBe("compiled\n");
  });

  test("says on stderr what it left out, with its line", () => {
    const imported = importing(projectWith("node-check"), "node-check");
    expect(imported.stderr).toMatch(
      /^\.github\/workflows\/node-check\.yml:2:1: `push`, `pull_request` of `on`/,
    );
    expect(imported.stderr).toContain("node-version: 22");
  });

  test("writes nothing over what is there, but with --force", () => {
    const home = projectWith("word-count");
    importing(home, "word-count");
    expect(importing(home, "word-count").error().code).toBe("RESOURCE_ALREADY_EXISTS");
    expect(importing(home, "word-count", "--force").status).toBe(0);
    expect(importing(home, "word-count", "--name", "docs/words").json()).toMatchObject({
      ref: "bundle//workflows/docs/words",
    });
  });

  test("--print writes the workflow to stdout alone", () => {
    const home = projectWith("word-count");
    expect(importing(home, "word-count", "--print", "--format", "text").stdout).toMatch(
      /^---\ntype: workflow\n/,
    );
    expect(home.has("bundle/workflows/word-count.md")).toBe(false);
  });

  test("refuses what would mean something else, all of it at once", () => {
    const home = new AkmHome();
    copyFileSync(path.join(ROOT, "test/fixtures/github-workflows/terraform.yml"), home.write("ci.yml", ""));
    const refused = home.akm(["workflow", "import", "ci.yml"]);
    expect(refused.status).toBe(2);
    expect(refused.error()).toMatchObject({
      code: "WORKFLOW_SOURCE_INVALID",
      problems: [
        { line: 20, message: expect.stringContaining("`AWS_REGION` holds an expression") },
        { line: 23, message: expect.stringContaining("`aws-actions/configure-aws-credentials@v4`") },
        { line: 33, message: expect.stringContaining("steps.plan.outcome") },
        { line: 36, message: expect.stringContaining("github.ref") },
      ],
    });
    expect(home.akm(["workflow", "import", "none.yml"]).error().code).toBe("ASSET_NOT_FOUND");
  });
});
