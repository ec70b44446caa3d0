import { describe, expect, onTestFinished, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";
import { isRunning } from "../rig/dispatch-command.ts";
import { FakeAgent } from "../rig/fake-agents/index.ts";

/** A machine whose engine is a server that all units of an environment share. */
function serverHome() {
  const agent = new FakeAgent("opencode-sdk", { text: "heron" });
  onTestFinished(() => agent.remove());
  const { bin, args } = agent.engine();
  const home = new AkmHome();
  home.write(
    "conf/config.json",
    JSON.stringify({
      engines: { birds: { kind: "agent", platform: "opencode-sdk", bin, args } },
      defaults: { engine: "birds" },
    }),
  );
  return { home, agent };
}

describe("a server that agents share", () => {
  // shows: loop-78
  test.each([
    ["completes", 'echo "$AKM_INPUTS"', 0],
    ["fails", "exit 3", 1],
  ])("does not outlive its run, which ends at once when it %s", (_what, script, status) => {
    const { home, agent } = serverHome();
    const command = JSON.stringify(["sh", "-c", script]);
    home.workflow(
      "birds",
      `steps:\n  - id: a\n  - id: b\n  - id: c\n    inputs: [steps.b.output]\n    unit: { exec: { command: ${command} } }`,
      ["a", "b", "c"],
    );
    const end = home.run("birds");
    expect([end.status, end.json().workflow.steps[1]?.evidence.output]).toEqual([status, "heron"]);
    const servers = agent.calls.filter(({ started }) => started === true).map(({ pid }) => pid);
    expect(servers).toHaveLength(1);
    expect(servers.map(isRunning)).toEqual([false]);
  });
});
