import { describe, expect, test } from "vitest";
import { EngineHome, isJudgement, PASSED, rejection } from "./engine-home.ts";

const EXEC = "unit: { exec: { command: [echo, artifact] } }";

/** A model that judges with these texts in turn, and answers whatever else it is asked with its own count. */
function judging(...verdicts: string[]) {
  let judged = 0;
  let asked = 0;
  return (request: Parameters<typeof isJudgement>[0]) => {
    if (!isJudgement(request)) return { text: `answer ${++asked}` };
    judged += 1;
    return { text: verdicts[Math.min(judged, verdicts.length) - 1] ?? "" };
  };
}

describe("a gated run", () => {
  // shows: schema-585b
  test("whose judge is away blocks with the commands that go on, and no way out of it runs anything again", async () => {
    let away = true;
    const home = await EngineHome.open(() => (away ? { cut: "before-headers" } : { text: PASSED }));
    const command = `[sh, -c, "echo x >> ran; echo artifact"]`;
    const body = "## s\n\nRun.\n\n### gate\n\n- It is there.";
    home.source("g", `steps:\n  - id: s\n    unit: { exec: { command: ${command} } }`, body);
    const blocked = await home.go("workflows/g");
    expect(blocked.status).toBe(3);
    const { run, workflow, ...rest } = blocked.json();
    expect(rest).toMatchObject({ ok: false, reason: "blocked", done: false });
    const notes = workflow.steps[0]?.notes ?? "";
    expect(notes).toContain("could not be verified: ");
    expect(notes).toContain(`akm workflow resume ${run.id}, then akm workflow run ${run.id}`);
    expect((await home.go(run.id)).error()).toMatchObject({ code: "RUN_NOT_RESUMABLE" });

    expect((await home.call("workflow", "abandon", run.id)).status).toBe(0);
    expect((await home.call("workflow", "resume", run.id)).status).toBe(0);
    expect((await home.go(run.id)).status).toBe(3);
    away = false;
    expect((await home.call("workflow", "resume", run.id)).status).toBe(0);
    const asked = home.server.requests.length;
    expect((await home.go(run.id)).json()).toMatchObject({ ok: true, done: true });
    expect(home.server.requests.length - asked).toBe(1);
    expect(home.read("ran")).toBe("x\n");
  });

  // shows: schema-360b, schema-577c
  test("runs a command once and its judge once, with the artifact", async () => {
    const home = await EngineHome.open(judging(PASSED));
    home.source("g", `steps:\n  - id: s\n    ${EXEC}`, "## s\n\nRun.\n\n### gate\n\n- It is there.");
    const end = await home.go("workflows/g");
    expect(end.status).toBe(0);
    expect(end.json()).toMatchObject({
      ok: true,
      done: true,
      usage: { units: 2, inputTokens: 11, outputTokens: 7 },
    });
    expect(home.server.requests).toHaveLength(1);
    expect(home.server.requests[0]?.bodyText).toContain("1 unit, 0 failed.");
    const units = (await home.call("workflow", "status", end.json().run.id, "--units")).json().units;
    expect(units).toMatchObject([
      { unitId: "s:solo", runner: "exec" },
      { unitId: "s.gate:l1", nodeId: "s.gate", runner: "llm", engine: "stub", model: "m", inputTokens: 11 },
    ]);
  });

  // shows: schema-579a, schema-579d
  // shows: loop-24, loop-41
  test("does a model's step again with what is missing, and fails with it when no loop is left", async () => {
    const home = await EngineHome.open(judging(rejection("Add tests."), rejection("Still none.")));
    home.source(
      "g",
      "steps:\n  - id: s\n    gate: { max_loops: 2 }",
      "## s\n\nWrite it.\n\n### gate\n\n- Has tests.",
    );
    const end = await home.go("workflows/g");
    expect(end.status).toBe(1);
    const gateRejection = { stepId: "s", missing: ["tests"], feedback: "Still none." };
    expect(end.json()).toMatchObject({
      ok: false,
      reason: "gate-rejected",
      gateRejection,
      executed: [
        { loop: 1, ok: false },
        { loop: 2, ok: false },
      ],
    });
    expect(home.server.requests).toHaveLength(4);
    expect(home.server.requests[2]?.bodyText).toContain("Add tests.");
    const { id } = end.json().run;
    const status = await home.call("workflow", "status", id);
    expect(status.status).toBe(0);
    expect(status.json()).toMatchObject({ ok: false, reason: "gate-rejected", gateRejection });
    expect((await home.go(id, "--max-retries", "2")).json()).toMatchObject({
      reason: "gate-rejected",
      gateRejection,
    });
    expect(home.server.requests).toHaveLength(4);
  });

  test("says in text what to type next", async () => {
    const home = await EngineHome.open(judging(rejection("No.")));
    home.source("g", `steps:\n  - id: s\n    ${EXEC}`, "## s\n\nRun.\n\n### gate\n\n- It is there.");
    const { stdout } = await home.go("workflows/g", "--format", "text");
    expect(stdout).toMatch(/Have it judged again with: akm workflow resume [0-9a-f-]+ && akm workflow run/);
  });
});

describe("a step that a person must approve", () => {
  const approving =
    "steps:\n  - id: s\n    gate: { approve: true, max_loops: 2 }\n  - id: t\n    unit: { exec: { command: [echo, after] } }";

  async function blocked() {
    const home = await EngineHome.open((request) => ({ text: `draft ${request.index + 1}` }));
    home.source("a", approving, "## s\n\nWrite it.\n\n## t\n\nGo on.");
    const end = await home.go("workflows/a");
    expect(end.status).toBe(3);
    return { home, id: end.json().run.id, end };
  }

  test("blocks with its artifact shown, and goes on once approved", async () => {
    const { home, id, end } = await blocked();
    expect(end.json().workflow.steps[0]).toMatchObject({
      status: "blocked",
      notes: expect.stringContaining(`akm workflow approve ${id} --step s`),
      evidence: { output: "draft 1" },
    });
    const text = (await home.call("workflow", "status", id, "--format", "text")).stdout;
    expect(text).toContain("draft 1");
    const active = (await home.call("workflow", "list", "--active", "--format", "text")).stdout;
    expect(active).toMatch(
      /^No active runs in .*; blocked, waiting for a person: 1 \(akm workflow list\)\.\n$/,
    );
    const approved = await home.call("workflow", "approve", id.slice(0, 8), "--note", "Good.");
    expect(approved.status).toBe(0);
    expect(approved.json()).toMatchObject({ ok: true, run: { status: "active" } });
    expect((await home.go(id)).json()).toMatchObject({ done: true });
    expect(home.server.requests).toHaveLength(1);
  });

  test("is done again with the reason, and fails its run when rejected once more", async () => {
    const { home, id } = await blocked();
    expect((await home.call("workflow", "reject", id, "--reason", "Shorter.")).json()).toMatchObject({
      run: { status: "active" },
    });
    expect((await home.go(id)).status).toBe(3);
    expect(home.server.requests[1]?.bodyText).toContain("Shorter.");
    const failed = await home.call("workflow", "reject", id, "--step", "s", "--reason", "No.");
    expect(failed.status).toBe(0);
    expect(failed.json()).toMatchObject({
      ok: false,
      run: { status: "failed" },
      gateRejection: { stepId: "s", feedback: "No." },
    });
  });

  test("takes no answer without a reason, for another step or twice", async () => {
    const { home, id } = await blocked();
    expect((await home.call("workflow", "reject", id)).error()).toMatchObject({
      code: "MISSING_REQUIRED_ARGUMENT",
    });
    expect((await home.call("workflow", "reject", id, "--reason", " ")).status).toBe(2);
    expect((await home.call("workflow", "approve", id, "--step", "t")).error()).toMatchObject({
      code: "RUN_NOT_RESUMABLE",
    });
    await home.call("workflow", "approve", id);
    expect((await home.call("workflow", "approve", id)).error()).toMatchObject({ code: "RUN_NOT_RESUMABLE" });
  });
});
