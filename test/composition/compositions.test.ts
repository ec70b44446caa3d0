import { execFileSync } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

/** The one job of a GitHub-shaped workflow. */
function yml(steps: string): string {
  return `name: Composed
on: { workflow_dispatch: {} }
jobs:
  main:
    runs-on: [self-hosted]
    steps:
${steps.replaceAll(/^/gm, "      ")}`;
}

const CHILD = `---
type: workflow
description: A child
params:
  channel: { type: string }
  count: { type: integer, default: 2 }
outputs:
  said: { from: steps.say.output }
steps:
  - id: say
    unit: { exec: { command: ["sh", "-c", "echo $AKM_PARAMS; echo ran >> ran.log"] } }
---

## say

Say it.
`;

const GATED_CHILD = `---
type: workflow
description: A child that a person approves
steps:
  - id: make
    unit: { exec: { command: ["sh", "-c", "echo made >> ran.log; echo made"] } }
    gate: { approve: true }
---

## make

Make it.
`;

const DEPLOY = `version: 4
name: Deploy
run: echo "$AKM_TASK_INPUTS $MODE"
env: { MODE: "fast" }
inputs:
  channel: { type: string, default: beta }
  count: { type: integer, required: true }
`;

function home(files: Record<string, string>): AkmHome {
  const made = new AkmHome();
  for (const [path, content] of Object.entries(files)) made.write(`bundle/${path}`, content);
  return made;
}

describe("a GitHub-shaped workflow", () => {
  // shows: schema-49b, schema-50a, schema-50c, schema-55b, schema-57, schema-302
  // shows: reuse-95
  test("runs commands, scripts, tasks and child workflows, each reading what came before", () => {
    const akm = home({
      "workflows/all.yml": yml(`- id: number
  uses: scripts/number.sh
- id: deploy
  uses: tasks/deploy
  with: { count: 3 }
- id: sub
  uses: workflows/child
  with:
    channel: { from: steps.deploy.output }
- id: words
  run: echo done
`),
      "workflows/child.md": CHILD,
      "tasks/deploy.yml": DEPLOY,
      "scripts/number.sh": "echo 7\n",
    });
    const end = akm.run("all");
    expect(end.stderr).not.toContain('"error"');
    const { run, workflow } = end.json();
    expect(run.status).toBe("completed");
    expect(workflow.steps.map(({ evidence }) => evidence.output)).toEqual([
      "7",
      '{"channel":"beta","count":3} fast',
      { said: JSON.stringify({ channel: '{"channel":"beta","count":3} fast', count: 2 }) },
      "done",
    ]);
  });

  // shows: schema-75
  test("is planned without a trace: what expands to what, what was read, no value", () => {
    const akm = home({
      "workflows/all.yml": yml(`- id: deploy
  uses: tasks/deploy
  with: { count: 3 }
- id: sub
  uses: workflows/child
  with: { channel: very-private }
`),
      "workflows/child.md": CHILD,
      "tasks/deploy.yml": DEPLOY,
    });
    const end = akm.akm(["workflow", "plan", "workflows/all"]);
    const plan = JSON.parse(end.stdout);
    expect(plan.steps).toMatchObject([
      {
        targetKind: "shell",
        expansion: { via: "task", taskRef: "bundle//tasks/deploy" },
        inputBindings: [{ name: "channel" }, { name: "count" }],
      },
      {
        targetKind: "child-workflow",
        expansion: {
          via: "child",
          childVia: "direct",
          childRef: "bundle//workflows/child",
          childOutputs: ["said"],
        },
      },
    ]);
    expect(plan.sourceReadSet.map(({ ref }: { ref: string }) => ref)).toEqual([
      "bundle//workflows/all",
      "bundle//tasks/deploy",
      "bundle//workflows/child",
    ]);
    expect(end.stdout).not.toContain("very-private");
    const text = akm.akm(["task", "explain", "deploy", "--format", "text"]);
    expect([text.status, text.stderr]).toEqual([0, ""]);
    expect(text.stdout).toMatch(/^ {2}runs {2}\S*sh .*'echo "\$AKM_TASK_INPUTS \$MODE"'$/m);
    expect(text.stdout).toMatch(/^ {2}env {3}MODE$/m);
    expect(text.stdout).toMatch(/^ {2}channel {2}"beta" {2}default$/m);
    expect(text.stdout).toMatch(/^ {2}count +missing: it is required$/m);
    const missing = akm.akm(["task", "explain", "deploy"]).json();
    expect(missing).toHaveProperty("suppliedInputs", { channel: { value: "beta", provenance: "default" } });
    expect(akm.akm(["task", "list", "--format", "text"]).stdout).toMatch(
      /^ {2}deploy {2}Deploy +\S*sh .*'echo "\$AKM_TASK_INPUTS \$MODE"'$/m,
    );
    expect(akm.akm(["task", "explain", "deploy", "--count", "x"]).error().code).toBe("PARAM_INVALID");
    expect(akm.has("data/state.db")).toBe(false);
  });

  // shows: schema-50f, schema-50h, schema-67a, schema-71a, schema-81b, schema-81d, schema-83b
  // shows: engine-65
  test.each([
    ["INPUT_BINDING_INVALID", "uses: tasks/deploy\n  with: { cuont: 3 }", /cuont.*did you mean count/],
    ["INPUT_BINDING_INVALID", "uses: tasks/deploy", /requires count/],
    [
      "INPUT_BINDING_INVALID",
      "uses: workflows/child\n  with: { channel: { from: steps.x.output } }",
      /there is no step `x`/,
    ],
    ["COMPOSITION_INVALID", "uses: scripts/number.sh\n  with: {}", /takes no `with`/],
    [
      "COMPOSITION_INVALID",
      "uses: workflows/all",
      /contain itself: bundle\/\/workflows\/all → bundle\/\/workflows\/all/,
    ],
    ["WORKFLOW_SOURCE_INVALID", "uses: workflows/broken", /broken\.md.*`description`/s],
    ["ASSET_NOT_FOUND", "uses: scripts/numbr.sh", /scripts\/numbr\.sh was not found/],
    ["ASSET_NOT_FOUND", "uses: workflows/deep", /scripts\/none\.sh was not found/],
  ])("is refused with %s before anything is written: %s", (code, step, message) => {
    const akm = home({
      "workflows/all.yml": yml(`- id: s\n  ${step}\n`),
      "workflows/deep.yml": yml("- id: d\n  uses: workflows/deeper\n"),
      "workflows/deeper.yml": yml("- id: e\n  uses: scripts/none.sh\n"),
      "workflows/child.md": CHILD,
      "tasks/deploy.yml": DEPLOY,
      "scripts/number.sh": "echo 7\n",
      "workflows/broken.md": CHILD.replace("description: A child\n", ""),
    });
    const end = akm.run("all");
    expect(end.error()).toMatchObject({ code, error: expect.stringMatching(message) });
    expect([end.status, end.stdout]).toEqual([code === "ASSET_NOT_FOUND" ? 1 : 2, ""]);
    expect(akm.has("data/state.db")).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("a start during which a file changes", () => {
  // shows: schema-74
  test.each(["workflows/parent.yml", "workflows/child.yml", "scripts/say.sh"])(
    "of what it was made of fails, and nothing is started: %s",
    async (changed) => {
      const akm = home({
        "workflows/parent.yml": yml("- id: sub\n  uses: workflows/child\n"),
        "workflows/child.yml": yml("- id: say\n  uses: scripts/say.sh\n"),
        "scripts/say.sh": "echo said\n",
      });
      const pipe = join(akm.root, "params");
      execFileSync("mkfifo", [pipe]);
      const starting = akm.start(["workflow", "run", "workflows/parent", "--params-file", pipe]);
      // Params are read after the freeze and before the publication: opening the pipe waits for its reader.
      const params = await open(pipe, "w");
      akm.write(`bundle/${changed}`, `${akm.read(`bundle/${changed}`)}# later\n`);
      await params.writeFile("{}");
      await params.close();
      const end = await starting.ended;
      expect(end.error()).toMatchObject({
        code: "WORKFLOW_SOURCE_INVALID",
        error: expect.stringContaining(`${changed} changed while the run was being started`),
      });
      expect(akm.akm(["workflow", "list", "--all-scopes", "--children"]).json().runs).toEqual([]);
    },
  );
});

function isGated({ workflowRef }: { workflowRef: string }): boolean {
  return workflowRef.endsWith("gated");
}

describe("a child workflow", () => {
  // shows: schema-91c, schema-108a
  // shows: engine-102, engine-106
  test("is blocked with its parent; the three commands that the notes name go on", () => {
    const akm = home({
      "workflows/parent.yml": yml("- id: sub\n  uses: workflows/gated\n- id: after\n  run: echo after\n"),
      "workflows/gated.md": GATED_CHILD,
    });
    const blocked = akm.run("parent");
    expect(blocked.status).toBe(3);
    const parent = blocked.json().run.id;
    const status = JSON.parse(akm.akm(["workflow", "status", parent]).stdout);
    expect(status.children).toMatchObject([
      { status: "blocked", stepId: "sub", workflowRef: "bundle//workflows/gated" },
    ]);
    const child = status.children[0].runId;
    expect(blocked.json().workflow.steps[0]?.notes).toContain(`akm workflow resume ${child}`);

    expect(akm.akm(["workflow", "approve", child]).status).toBe(0);
    expect(akm.akm(["workflow", "resume", child]).status).toBe(0);
    expect(akm.akm(["workflow", "resume", parent]).status).toBe(0);
    const end = akm.akm(["workflow", "run", parent]);
    expect(end.json().run.status).toBe("completed");
    expect(akm.read("ran.log")).toBe("made\n");
  });

  // shows: schema-97b, schema-104, schema-108a
  test("of a child that is blocked: each is resumed, the deepest first, then the root alone is run", () => {
    const akm = home({
      "workflows/root.yml": yml("- id: mid\n  uses: workflows/mid\n"),
      "workflows/mid.yml": yml("- id: sub\n  uses: workflows/gated\n"),
      "workflows/gated.md": GATED_CHILD,
    });
    const root = akm.run("root").json().run.id;
    const treeOf = () => {
      const [mid] = JSON.parse(akm.akm(["workflow", "status", root]).stdout).children;
      return [mid, mid.children[0]];
    };
    const [mid, deepest] = treeOf();
    const opening = [`akm workflow resume ${mid.runId}`, `akm workflow approve ${deepest.runId} --step make`];
    for (const [index, { status, resume }] of [mid, deepest].entries()) {
      expect(status).toBe("blocked");
      expect(Object.entries(resume)).toEqual([
        ["command", opening[index]],
        ["then", `akm workflow run ${root}`],
      ]);
    }
    akm.akm(["workflow", "approve", deepest.runId]);
    for (const id of [mid.runId, root]) expect(akm.akm(["workflow", "resume", id]).status).toBe(0);
    expect(akm.akm(["workflow", "run", root]).json().run.status).toBe("completed");
    expect(treeOf().map(({ status, resume }) => [status, resume])).toEqual([
      ["completed", undefined],
      ["completed", undefined],
    ]);
    expect(akm.read("ran.log")).toBe("made\n");
  });

  // shows: schema-55b, schema-317b
  test("may be GitHub-shaped too, and then exports its run id and status", () => {
    const akm = home({
      "workflows/parent.yml": yml("- id: sub\n  uses: workflows/child\n"),
      "workflows/child.yml": yml("- id: say\n  run: echo said\n"),
    });
    const end = akm.run("parent");
    const [{ runId }] = JSON.parse(akm.akm(["workflow", "status", end.json().run.id]).stdout).children;
    expect(end.json().workflow.steps[0]?.evidence.output).toEqual({ runId, status: "completed" });
  });

  // shows: schema-108d
  test("can be given up, resumed, approved and run by its own id", () => {
    const akm = home({
      "workflows/parent.yml": yml("- id: sub\n  uses: workflows/gated\n"),
      "workflows/gated.md": GATED_CHILD,
    });
    akm.run("parent");
    const child = akm.akm(["workflow", "list", "--children"]).json().runs.find(isGated)?.id ?? "";
    expect(akm.akm(["workflow", "abandon", child]).json().run.status).toBe("failed");
    expect(akm.akm(["workflow", "resume", child]).json().run.status).toBe("active");
    expect(akm.akm(["workflow", "run", child]).status).toBe(3);
    akm.akm(["workflow", "approve", child]);
    expect(akm.akm(["workflow", "run", child]).json()).toMatchObject({
      done: true,
      run: { status: "completed" },
    });
  });

  // shows: schema-108c, schema-108d
  // shows: engine-106, engine-152
  test("is left out of the list unless asked for, and is a run like any by its id", () => {
    const akm = home({
      "workflows/parent.yml": yml("- id: sub\n  uses: workflows/child\n  with: { channel: x }\n"),
      "workflows/child.md": CHILD,
    });
    akm.run("parent");
    expect(akm.akm(["workflow", "list"]).json().runs).toHaveLength(1);
    const all = akm.akm(["workflow", "list", "--children"]).json().runs;
    expect(all).toHaveLength(2);
    const child = all.find(({ workflowRef }) => workflowRef.endsWith("child"));
    expect(akm.akm(["workflow", "status", child?.id ?? ""]).json().run).toMatchObject({
      status: "completed",
      outputs: { said: '{"channel":"x","count":2}' },
    });
  });

  // shows: schema-71b, schema-73
  // shows: engine-67, loop-89
  test("keeps what was frozen when its file changes", () => {
    const akm = home({
      "workflows/parent.yml": yml(
        "- id: first\n  run: echo first\n- id: sub\n  uses: workflows/child\n  with: { channel: x }\n",
      ),
      "workflows/child.md": CHILD,
    });
    const begun = akm.run("parent", "--max-steps", "1").json().run.id;
    akm.write("bundle/workflows/child.md", CHILD.replace("echo $AKM_PARAMS", "exit 9"));
    expect(akm.akm(["workflow", "run", begun]).json().run.status).toBe("completed");
  });
});

describe("a task of its own", () => {
  test("is listed, explained and run, and is refused inputs it does not have", () => {
    const akm = home({ "tasks/deploy.yml": DEPLOY, "tasks/broken.yml": "version: 4\n" });
    const list = akm.akm(["task", "list"]);
    expect(JSON.parse(list.stdout).tasks).toEqual([
      { id: "deploy", ref: "bundle//tasks/deploy", name: "Deploy", target: { kind: "shell" } },
    ]);
    expect(list.stderr).toContain("tasks/broken is left out");

    const explained = JSON.parse(akm.akm(["task", "explain", "deploy", "--count", "4"]).stdout);
    expect(explained).toMatchObject({
      shape: "task-explain",
      id: "deploy",
      sourceVersion: 4,
      suppliedInputs: {
        channel: { value: "beta", provenance: "default" },
        count: { value: 4, provenance: "flag" },
      },
      target: { kind: "shell" },
    });
    expect(akm.has("data/state.db")).toBe(false);

    const ran = JSON.parse(akm.akm(["task", "run", "deploy", "--count", "4"]).stdout);
    expect(ran).toMatchObject({
      ok: true,
      shape: "task-run",
      result: {
        id: "deploy",
        status: "completed",
        detail: { output: '{"channel":"beta","count":4} fast', exitCode: 0 },
      },
    });
    expect(akm.akm(["workflow", "status", ran.result.detail.runId]).status).toBe(0);
    expect(akm.akm(["task", "run", "deploy"]).error()).toMatchObject({ code: "PARAM_MISSING" });
    expect(akm.akm(["task", "run", "deploy", "--count", "1", "--chanel", "x"]).error()).toMatchObject({
      code: "PARAM_UNKNOWN",
    });
  });

  test("that is a workflow gives its inputs as the params", () => {
    const akm = home({
      "workflows/child.md": CHILD,
      "tasks/ship.yml":
        "version: 4\nuses: workflows/child\ninputs:\n  channel: { type: string, required: true }\n",
    });
    const ran = JSON.parse(akm.akm(["task", "run", "tasks/ship", "--channel", "stable"]).stdout);
    expect(ran.result).toMatchObject({
      target: { kind: "workflow", ref: "workflows/child" },
      detail: { output: { said: '{"channel":"stable","count":2}' } },
    });
  });

  test("of another version, or with errors, is refused as such", () => {
    const akm = home({
      "tasks/old.yml": "version: 3\nrun: echo\n",
      "tasks/bad.yml": "version: 4\nrnu: echo\n",
    });
    expect(akm.akm(["task", "run", "old"]).error()).toMatchObject({
      code: "TASK_SCHEMA_VERSION_UNSUPPORTED",
    });
    expect(akm.akm(["task", "run", "bad"]).error()).toMatchObject({ code: "TASK_SOURCE_INVALID" });
    expect(akm.akm(["task", "run", "everything-there-is"]).error()).toMatchObject({
      code: "ASSET_NOT_FOUND",
      hint: expect.stringMatching(/^There are .*bad.*old/),
    });
  });
});
