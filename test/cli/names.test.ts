import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

const COMPOSED = "caf\u00e9";
const DECOMPOSED = "cafe\u0301";

describe("names of workflows", () => {
  test.each(["con", "aux", "a.", "Build", "deep/er/ship", "a%20b"])("%s runs like any other", (name) => {
    const home = new AkmHome();
    home.chain(name, { a: "echo a" });
    expect(home.run(name).json()).toMatchObject({
      done: true,
      run: { workflowRef: `bundle//workflows/${name}` },
    });
  });

  test("mean one file in any Unicode form, and none where two look the same", () => {
    const home = new AkmHome();
    home.chain(COMPOSED, { a: "echo composed" });
    for (const spelling of [COMPOSED, DECOMPOSED])
      expect(home.run(spelling).json().run.workflowRef).toBe(`bundle//workflows/${COMPOSED}`);
    home.chain(DECOMPOSED, { a: "echo decomposed" });
    for (const spelling of [COMPOSED, DECOMPOSED]) {
      const refused = home.run(spelling);
      expect(refused.status).toBe(2);
      expect(refused.error()).toMatchObject({
        code: "WORKFLOW_SOURCE_INVALID",
        error: expect.stringContaining('"caf\\u00e9.md" and "cafe\\u0301.md"'),
      });
    }
  });

  test.each([
    "workflows/../../etc/passwd",
    "workflows/x\\..\\y",
    "workflows/buid",
    "nope//workflows/Build",
    "Build",
  ])("%s leads nowhere, with a word on where to look", (target) => {
    const home = new AkmHome();
    home.chain("Build", { a: "true" });
    const refused = home.akm(["workflow", "run", target]);
    expect([refused.status, refused.error().code]).toEqual([1, "ASSET_NOT_FOUND"]);
    expect(refused.error()).toHaveProperty("hint");
  });

  test("of steps that differ in case alone run side by side, with a warning", () => {
    const home = new AkmHome();
    home.chain("steps", { Build: "echo upper", build: "echo lower" });
    expect(home.akm(["lint"]).json().findings).toMatchObject([
      {
        severity: "warning",
        code: "case-collision",
        message: expect.stringMatching(/`build`.*`Build`.*line/),
      },
    ]);
    const { steps } = home.run("steps").json().workflow;
    expect(steps.map(({ evidence }) => evidence.output)).toEqual(["upper", "lower"]);
  });

  test("two formats under one name, and .yaml, are refused as sources", () => {
    const home = new AkmHome();
    home.chain("a", { a: "true" });
    home.write("bundle/workflows/a.yml", "name: n");
    home.write("bundle/workflows/b.yaml", "name: n");
    for (const target of ["workflows/a", "workflows/b", "./bundle/workflows/b.yaml"]) {
      const refused = home.akm(["workflow", "run", target]);
      expect([refused.status, refused.error().code]).toEqual([2, "WORKFLOW_SOURCE_INVALID"]);
      expect(refused.error().error).toContain(".yml");
    }
  });

  test("a bundle in an odd place just works", () => {
    const home = new AkmHome();
    const bundle = `odd # %20 \u{1f600} ${"x".repeat(200)}`;
    home.chain("a", { a: "echo a" });
    home.write(`${bundle}/workflows/a.md`, home.read("bundle/workflows/a.md"));
    const done = home.akm(["workflow", "run", "workflows/a"], {
      env: { AKM_BUNDLE_DIR: join(home.root, bundle) },
    });
    expect(done.json()).toMatchObject({ done: true, run: { workflowRef: `${bundle}//workflows/a` } });
  });

  test("a path works wherever a ref does, under its real path", () => {
    const home = new AkmHome();
    home.chain("a", { a: "echo a" });
    const real = join(home.root, "bundle/workflows/a.md");
    for (const words of [["workflow", "run"], ["workflow", "status"], ["workflow", "plan"], ["show"]]) {
      const { status, json } = home.akm([...words, "./bundle/workflows/a.md"]);
      expect(status).toBe(0);
      expect(JSON.stringify(json())).toContain(real);
    }
  });
});
