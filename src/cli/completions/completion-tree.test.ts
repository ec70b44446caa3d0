import { describe, expect, test } from "vitest";
import type { Call } from "../call.ts";
import { completionTree } from "./completion-tree.ts";

/** A call that counts how often the machine is asked for runs. */
function countingCall() {
  const asked = { runs: 0 };
  const machine = {
    openReader: async () => {
      asked.runs += 1;
      return undefined;
    },
    workspace: async () => ({ scopeKey: async () => "/p", bundles: async () => [] }),
    disk: async () => ({ listWorkflows: () => [], CONFIG_KEYS: [] }),
  };
  return { call: { machine } as unknown as Call, asked };
}

async function offered(words: string[], verb: string, flag: string): Promise<string[]> {
  const tree = await completionTree(countingCall().call, words);
  const values: string[] = [];
  const option = tree.commands.get(verb)?.options.get(flag);
  option?.handler?.call(option, (value) => void values.push(value), new Map());
  return values;
}

describe("completionTree", () => {
  test("asks the machine only for the command that is being completed", async () => {
    const { call, asked } = countingCall();
    await completionTree(call, ["workflow", ""]);
    expect(asked.runs).toBe(0);
    await completionTree(call, ["workflow", "resume", ""]);
    expect(asked.runs).toBe(1);
  });

  test("offers event types to the log and none to lint, whose types are others", async () => {
    expect(await offered(["log", "--type", ""], "log", "type")).toContain("step_finished");
    expect(await offered(["lint", "--type", ""], "lint", "type")).toEqual([]);
  });
});
