import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EngineHome, isJudgement, PASSED } from "../engines/engine-home.ts";
import { AkmHome } from "../rig/akm-home.ts";

const CHECKS = `name: Local checks
on:
  schedule:
    - cron: "0 6 * * *"
  workflow_dispatch: {}
jobs:
  checks:
    runs-on: [self-hosted]
    steps:
      - id: lint
        run: bun run lint
      - id: review
        uses: akm/command
        with:
          ref: commands/review
`;

const REVIEW = `---
description: Review the last change
---

Review what changed.
`;

const RELEASE = `---
type: workflow
description: Ship a tagged release to production
params:
  version: { type: string, description: The semver version string to release }
steps:
  - id: validate
  - id: build
    inputs: [steps.validate.output]
---

# Ship Release

For people alone.

## validate

Check that the \`version\` parameter follows semver.

### gate

- The version string matches \`^\\d+\\.\\d+\\.\\d+$\`.

## build

Run the build, using the validation attached to this unit as input.
`;

// shows: schema-21c, schema-39a, schema-49b
test("a scheduled job of a command and a review runs on this machine: a command without a shell's tricks, a command asset for the engine", async () => {
  const home = await EngineHome.open([{ text: "Reviewed." }]);
  home.write("bundle/workflows/checks.yml", CHECKS);
  home.write("bundle/commands/review.md", REVIEW);
  chmodSync(home.write("bin/bun", '#!/bin/sh\necho "bun $*"\n'), 0o755);
  const env = { PATH: `${join(home.root, "bin")}:${process.env.PATH}` };
  const end = await home.start(["workflow", "run", "workflows/checks"], { env }).ended;
  expect(end.json().run, end.stderr).toMatchObject({ status: "completed" });
  expect(end.json().workflow.steps.map(({ id, evidence }) => [id, evidence.output])).toEqual([
    ["lint", "bun run lint"],
    ["review", "Reviewed."],
  ]);
  expect(home.server.requests.map(({ bodyText }) => bodyText.includes("Review what changed."))).toEqual([
    true,
  ]);
});

// shows: schema-130d
test("what stands before the first section is shown, and given to nobody", async () => {
  const home = await EngineHome.open((request) => ({ text: isJudgement(request) ? PASSED : "fine" }));
  home.write("bundle/workflows/release.md", RELEASE);
  const preamble = "\n# Ship Release\n\nFor people alone.\n\n";
  expect(home.akm(["show", "workflows/release"]).json()).toMatchObject({ title: "Ship Release", preamble });
  expect(home.akm(["show", "workflows/release", "--format", "text"]).stdout).toMatch(
    /^Ship Release\n.*\n.*\n\n +For people alone\.\n/,
  );
  await home.go("workflows/release", "--version", "1.2.3");
  expect(home.server.requests).toHaveLength(3);
  for (const { bodyText } of home.server.requests) expect(bodyText).not.toContain("For people alone.");
});

// shows: schema-131d, schema-137
test("a gated release of two instructions is judged once and hands its first artifact to the second", async () => {
  const home = await EngineHome.open((request) => ({
    text: isJudgement(request) ? PASSED : "1.2.3 is fine",
  }));
  home.write("bundle/workflows/release.md", RELEASE);
  const end = await home.go("workflows/release", "--version", "1.2.3");
  expect(end.json().run, end.stderr).toMatchObject({ status: "completed", params: { version: "1.2.3" } });
  expect(home.server.requests.map(isJudgement)).toEqual([false, true, false]);
  expect(home.server.requests.at(-1)?.bodyText).toContain("steps.validate.output");
});

const TESTS = `---
type: workflow
description: Run the unit tests
steps:
  - id: test
    unit:
      exec:
        command: ["bun", "run", "test:unit"]
        cwd: packages/core
      timeout: "10m"
      retry: { max: 1, on: [timeout] }
---

## test

Run the unit tests.
`;

test("a command with a directory, a timeout and a retry runs where no engine is configured", () => {
  const home = new AkmHome();
  home.write("bundle/workflows/tests.md", TESTS);
  home.write("packages/core/.keep", "");
  chmodSync(home.write("bin/bun", '#!/bin/sh\necho "bun $* in $(basename "$PWD")"\n'), 0o755);
  const env = { PATH: `${join(home.root, "bin")}:${process.env.PATH}` };
  const end = home.akm(["workflow", "run", "workflows/tests"], { env });
  expect(end.json().run, end.stderr).toMatchObject({ status: "completed" });
  expect(end.json().workflow.steps[0]?.evidence.output).toBe("bun run test:unit in core");
});

const CHECKLIST = `---
type: workflow
description: What is done at a release
params:
  channel: { type: string }
steps:
  - id: tick
    unit: { exec: { command: [node, -p, "JSON.parse(process.env.AKM_PARAMS).channel"] } }
---

## tick

Tick it off.
`;

const DISPATCH = `name: Release
on: { workflow_dispatch: {} }
jobs:
  release:
    runs-on: [self-hosted]
    steps:
      - id: dispatch
        uses: workflows/release-checklist
        with:
          channel: stable
`;

test("a step that uses another workflow binds its params and is shown with the run it started", () => {
  const home = new AkmHome();
  home.write("bundle/workflows/release-checklist.md", CHECKLIST);
  home.write("bundle/workflows/release.yml", DISPATCH);
  const { run } = home.run("release").json();
  expect(run.status).toBe("completed");
  const { children } = JSON.parse(home.akm(["workflow", "status", run.id]).stdout);
  expect(children).toMatchObject([{ stepId: "dispatch", status: "completed" }]);
  const child = home.akm(["workflow", "status", children[0].runId]).json();
  expect(child.run.params).toEqual({ channel: "stable" });
  expect(child.workflow.steps[0]?.evidence.output).toBe("stable");
});
