import { expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

const ROUNDS = 12;
/** The uncut run takes about this long; a kill falls anywhere in it. */
const RUN_MS = 900;

const PARENT = `name: Parent
on: { workflow_dispatch: {} }
jobs:
  main:
    runs-on: [self-hosted]
    steps:
      - id: first
        run: sleep 0.1
      - id: one
        uses: workflows/child
        with: { name: one }
      - id: two
        uses: workflows/child
        with: { name: two }
`;

const CHILD = `---
type: workflow
description: Two slow units and a fan-out
params:
  name: { type: string }
outputs:
  said: { from: steps.fan.output }
steps:
  - id: slow
    unit: { exec: { command: ["sh", "-c", "sleep 0.15; echo $AKM_PARAMS"] } }
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
`.replace(
  "  name: { type: string }",
  "  name: { type: string }\n  letters: { type: array, default: [a, b, c] }",
);

interface Tree {
  runId: string;
  status: string;
}

// shows: engine-93, engine-96, engine-113
test(`killed at ${ROUNDS} random moments, a parent goes on with the children it has, and no unit of theirs completes twice`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const akm = new AkmHome();
    akm.write("bundle/workflows/parent.yml", PARENT);
    akm.write("bundle/workflows/child.md", CHILD);
    const running = akm.start(["workflow", "run", "workflows/parent"]);
    await new Promise((later) => setTimeout(later, Math.random() * RUN_MS));
    running.child.kill("SIGKILL");
    await running.ended;

    const end = akm.run("parent");
    expect(end.json().run, end.stderr).toMatchObject({ status: "completed" });
    expect(
      end
        .json()
        .workflow.steps.slice(1)
        .map(({ evidence }) => evidence.output),
    ).toEqual([{ said: ['"a"', '"b"', '"c"'] }, { said: ['"a"', '"b"', '"c"'] }]);
    const runId = end.json().run.id;
    const { children } = JSON.parse(akm.akm(["workflow", "status", runId]).stdout) as { children: Tree[] };
    expect(children.map(({ status }) => status)).toEqual(["completed", "completed"]);
    for (const { runId: childId } of children) {
      const { events } = akm.akm(["log", "--run", childId, "--limit", "1000"]).json();
      const ended = events.filter((event) => event.type === "unit_finished").map(({ unitId }) => unitId);
      expect(ended).toEqual([...new Set(ended)]);
      expect(events.filter(({ type }) => type === "workflow_started")).toHaveLength(1);
    }
  }
}, 180_000);
