import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

const github = (step: string) => `on: workflow_dispatch
jobs:
  j:
    runs-on: [self-hosted]
    steps:
      - { id: a, ${step} }
`;

/** Assets whose names have blanks, each telling what it is given. */
function home(): AkmHome {
  const akm = new AkmHome();
  akm.write("bundle/workflows/my flow.yml", github("run: echo flow"));
  akm.write("bundle/tasks/deep down/my task.yml", "version: 4\nrun: echo task\n");
  akm.write("bundle/scripts/my script.sh", 'echo "script $A"\n');
  akm.write("bundle/env/my env.env", `A='\${secret:my key}'\n`);
  akm.write("bundle/secrets/my key", "open sesame");
  return akm;
}

describe("a ref is the same everywhere: what the command line takes, a `uses` takes", () => {
  test.each([
    ["a task", ["task", "run", "deep down/my task"], "tasks/deep down/my task"],
    ["a workflow", ["workflow", "run", "workflows/my flow"], "workflows/my flow"],
    [
      "what is qualified",
      ["task", "run", "bundle//tasks/deep down/my task"],
      "bundle//tasks/deep down/my task",
    ],
  ])("%s", (_, words, uses) => {
    const akm = home();
    expect(akm.akm(words)).toMatchObject({ status: 0 });
    akm.write("bundle/workflows/w.yml", github(`uses: "${uses}"`));
    expect(akm.run("w")).toMatchObject({ status: 0 });
  });

  test("a script, an env file and a secret", () => {
    const akm = home();
    akm.write("bundle/workflows/w.yml", github('uses: "scripts/my script.sh", env: { A: "secrets/my key" }'));
    expect(akm.run("w").status).toBe(0);
    const print = ["--", process.execPath, "-p", "process.env.A.length"];
    expect(akm.akm(["env", "run", "my env", ...print]).stdout).toBe("11\n");
  });

  test.each(["..//tasks/x", "tasks/../x", "tasks/a\\\\b", "a/b//tasks/x"])("%s is none to either", (ref) => {
    const akm = home();
    akm.write("bundle/workflows/w.yml", github(`uses: "${ref}"`));
    expect(akm.run("w").error()).toMatchObject({ code: "WORKFLOW_SOURCE_INVALID" });
    expect(akm.akm(["task", "run", ref]).error()).toMatchObject({ code: "ASSET_NOT_FOUND" });
  });
});
