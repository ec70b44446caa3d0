import { expect } from "vitest";
import { AkmHome } from "./akm-home.ts";

const HEAD = `on: { workflow_dispatch: {} }
jobs:
  main:
    runs-on: [self-hosted]
    steps:
`;

const ROOT = `name: Root
${HEAD}      - id: first
        run: echo first
      - id: down
        uses: workflows/child
      - id: last
        run: echo last
`;

const CHILD = `name: Child
${HEAD}      - id: down
        uses: workflows/leaf
        with: { name: one }
`;

const LEAF = `---
type: workflow
description: A unit and a fan-out
params:
  name: { type: string }
  letters: { type: array, default: [a, b] }
outputs:
  name: { from: steps.slow.output }
  said: { from: steps.fan.output }
steps:
  - id: slow
    unit: { exec: { command: ["sh", "-c", "sleep 0.1; echo $AKM_PARAMS"] } }
  - id: fan
    inputs: [steps.slow.output]
    map:
      over: params.letters
      unit: { exec: { command: ["sh", "-c", "sleep 0.05; echo $AKM_ITEM"] } }
---

## slow
Be slow.

## fan
Fan out.
`;

/** `workflows/root`: a root whose child has a child that does the work. */
export function nestedHome(): AkmHome {
  const home = new AkmHome();
  home.write("bundle/workflows/root.yml", ROOT);
  home.write("bundle/workflows/child.yml", CHILD);
  home.write("bundle/workflows/leaf.md", LEAF);
  return home;
}

interface RunTree {
  runId: string;
  status: string;
  children?: RunTree[];
}

/** Goes on with the root until it is over. What it comes to, level by level, as no cut may change it. */
export function finishNested(home: AkmHome): unknown {
  const end = home.run("root");
  expect(end.status, end.stderr).toBe(0);
  const { id } = end.json().run;
  const { children } = JSON.parse(home.akm(["workflow", "status", id]).stdout) as { children: RunTree[] };
  const runs = flatten({ runId: id, status: "completed", children });
  for (const { runId } of runs) expectSoundEvents(home, runId);
  return runs.map(({ runId, status }) => {
    const { run, workflow } = home.akm(["workflow", "status", runId]).json();
    expect(run.status).toBe(status);
    const outputs = workflow.steps.map((step) => step.evidence.output);
    // A child without outputs of its own tells its id, which is another in each home.
    return {
      status,
      outputs: JSON.parse(JSON.stringify(outputs).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<run>")),
    };
  });
}

/** One run of each level was started, once, and each of its units ended once. */
function expectSoundEvents(home: AkmHome, runId: string): void {
  const { events } = home.akm(["log", "--run", runId, "--limit", "1000"]).json();
  const ended = events.filter(({ type }) => type === "unit_finished").map(({ unitId }) => unitId);
  expect(ended).toEqual([...new Set(ended)]);
  expect(events.filter(({ type }) => type === "workflow_started")).toHaveLength(1);
}

function flatten(tree: RunTree): RunTree[] {
  return [tree, ...(tree.children ?? []).flatMap(flatten)];
}
