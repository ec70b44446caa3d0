import { describe, expect, test } from "vitest";
import type { RunRecord, WayOn } from "../../run/index.ts";
import { nextCommands } from "./next-commands.ts";

const alone = run("r", "w", "failed");

function run(runId: string, workflowRef: string, status: RunRecord["status"]): RunRecord {
  return { runId, workflowRef, status, currentStepId: "s" } as RunRecord;
}

/** The deepest first. */
function wayOf(line: [RunRecord, ...RunRecord[]], over: Partial<WayOn> = {}): WayOn {
  const [holder] = line;
  const opening = `akm workflow resume ${holder.runId}`;
  return { line, holder, top: line.at(-1) ?? holder, waitsFor: "reopening", opening, commands: [], ...over };
}

describe("what to do next with a failed run", () => {
  test("is to try the step again", () => {
    expect(nextCommands({ kind: "open", way: wayOf([alone]), rejected: false })).toEqual([
      "Try the failed step again with: akm workflow run r --max-retries 1",
    ]);
  });

  test("is to have it judged again where its gate did not pass it", () => {
    expect(nextCommands({ kind: "open", way: wayOf([alone]), rejected: true })).toEqual([
      "Have it judged again with: akm workflow resume r && akm workflow run r",
    ]);
  });

  test("is to open what holds it up, where that is another", () => {
    const way = wayOf([run("leaf", "l", "failed"), run("middle", "m", "failed"), run("root", "w", "failed")]);
    expect(nextCommands({ kind: "open", way, rejected: false })).toEqual([
      "Go on with: akm workflow resume leaf && akm workflow run root",
    ]);
  });

  test.each([
    ["budget", "The budget of run leaf is spent."],
    ["abandoned", "Run leaf was given up."],
  ] as const)("is to start another of the first run where the reason is %s, whose ever", (because, words) => {
    const leaf = run("leaf", "l", "failed");
    const move = { kind: "start-anew", because, of: leaf, way: wayOf([leaf, alone]) } as const;
    expect(nextCommands(move)).toEqual([words, "Start another with: akm workflow run w"]);
    const ownMove = { ...move, of: alone, way: wayOf([alone]) };
    expect(nextCommands(ownMove).join(" ")).not.toMatch(/leaf|--max-retries/);
  });
});

describe("what to do next with a blocked run", () => {
  const blocked = run("r", "w", "blocked");

  test("is left to its notes where its own gate asks a person", () => {
    expect(
      nextCommands({ kind: "open", way: wayOf([blocked], { waitsFor: "approval" }), rejected: false }),
    ).toEqual([]);
  });

  test("is to look at what waits for approval below it, and to approve that", () => {
    const opening = "akm workflow approve leaf --step s";
    const way = wayOf([run("leaf", "l", "blocked"), blocked], { waitsFor: "approval", opening });
    expect(nextCommands({ kind: "open", way, rejected: false })).toEqual([
      "What waits for approval: akm workflow status leaf",
      "Approve it and go on with: akm workflow approve leaf --step s && akm workflow run r",
    ]);
  });
});

test("what to do next with an active child is to drive the first run of its line", () => {
  expect(nextCommands({ kind: "drive", top: run("root", "w", "active") })).toEqual([
    "Go on with: akm workflow run root",
  ]);
});
