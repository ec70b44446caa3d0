import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isRunning } from "../../src/host/index.ts";
import { AkmHome, until } from "../rig/akm-home.ts";

const SITUATIONS = [
  "answer",
  "structured answer",
  "refusal",
  "empty answer",
  "crash",
  "hang",
  "rate limit",
  "kill",
  "huge prompt",
  "odd bytes",
];
const ONLY_STAGED = ["refusal", "empty answer", "rate limit"];
/** One situation is to hang for eight seconds, two more for as long as an agent takes to be at work. */
const EXAMINATION_MS = 60_000;

/** An agent that does as it is told; a long story takes it for ever. */
const SOUND = `
const { appendFileSync, readFileSync } = require("node:fs");
appendFileSync(process.argv[2], process.pid + " " + process.cwd() + "\\n");
const prompt = readFileSync(0, "utf8");
if (prompt.includes("ten thousand words")) setInterval(() => {}, 1000);
else process.stdout.write(prompt.includes("JSON Schema") ? '{"bird":"heron"}' : "heron");`;

/** One that chats, and gives its key away. */
const UNSOUND = `
require("node:fs").readFileSync(0);
process.stdout.write("I had rather not, " + process.env.WORKER_TOKEN);`;

function homeWith(program: string, engine: object = {}): AkmHome {
  const home = new AkmHome();
  const path = home.write("agent.cjs", program);
  const args = [path, `${home.root}/started`];
  const worker = { kind: "agent", platform: "custom", bin: process.execPath, args, ...engine };
  const model = { kind: "llm", endpoint: "http://127.0.0.1:9/v1/chat/completions", model: "m" };
  home.write("conf/config.json", JSON.stringify({ engines: { worker, model } }));
  return home;
}

const EXAMINE = ["doctor", "--engine", "worker", "--conformance"];

describe("akm doctor --conformance", { timeout: EXAMINATION_MS }, () => {
  test("tells of a sound agent that it mastered what could be examined, and leaves nothing behind", async () => {
    const home = homeWith(SOUND);
    const end = await home.start(EXAMINE).ended;
    expect(end.status).toBe(0);
    const { checks, conformance } = JSON.parse(end.stdout);
    expect(checks).toMatchObject([
      { id: "engine worker", status: "pass" },
      { id: "conformance worker", status: "pass", message: "7 passed, 0 failed, 3 not examined." },
    ]);
    expect(conformance).toEqual(
      SITUATIONS.map((name) => ({
        name,
        verdict: ONLY_STAGED.includes(name) ? "not examined" : "pass",
        told: expect.any(String),
      })),
    );
    expect(end.stderr).toContain("ten situations");
    const started = home.read("started").trimEnd().split("\n");
    expect(started).toHaveLength(SITUATIONS.length - ONLY_STAGED.length);
    for (const line of started) {
      const [, pid, directory] = /^(\d+) (.+)$/.exec(line) ?? [];
      expect(isRunning(Number(pid))).toBe(false);
      expect(existsSync(directory ?? "")).toBe(false);
    }
  });

  test("fails for an agent that fails some, names each with what it did, and hides the agent's key", async () => {
    const home = homeWith(UNSOUND, { envPassthrough: ["WORKER_TOKEN"] });
    const env = { WORKER_TOKEN: "tok-5f0c4e8b71" };
    const end = await home.start([...EXAMINE, "--format", "text"], { env }).ended;
    expect(end.status).toBe(1);
    expect(end.stdout).toMatch(/^fail {2}conformance worker/m);
    expect(end.stdout).toMatch(/^fail {10}answer {14}completed with "I had rather not/m);
    expect(end.stdout).toMatch(/^fail {10}structured answer {3}parse_error/m);
    expect(end.stdout).toMatch(/^not examined {2}refusal {13}needs a scripted model/m);
    expect(end.stdout).toContain("[redacted:WORKER_TOKEN]");
    expect(end.stdout + end.stderr).not.toContain(env.WORKER_TOKEN);
  });

  test("asks nothing of an agent that cannot be started", async () => {
    const home = homeWith(SOUND, { bin: "no-such-agent" });
    const end = await home.start(EXAMINE).ended;
    expect(end.status).toBe(1);
    const shown = JSON.parse(end.stdout);
    expect(shown.checks).toMatchObject([{ id: "engine worker", status: "fail" }]);
    expect(shown).not.toHaveProperty("conformance");
  });

  test("stops at a signal, and ends what it had started", async () => {
    const home = homeWith(SOUND);
    const running = home.start(EXAMINE);
    // The third of them is the first to write its story.
    await until(() => home.has("started") && home.read("started").split("\n").length > 3);
    running.child.kill("SIGINT");
    const end = await running.ended;
    expect(end.status).toBe(130);
    expect(JSON.parse(end.stdout).conformance.map(({ name }: { name: string }) => name)).toEqual(
      SITUATIONS.slice(0, 4),
    );
    for (const line of home.read("started").trimEnd().split("\n"))
      expect(isRunning(Number(line.split(" ")[0]))).toBe(false);
  });

  test.each([
    ["no engine", ["doctor", "--conformance"], "MISSING_REQUIRED_ARGUMENT"],
    ["a model", ["doctor", "--engine", "model", "--conformance"], "INVALID_FLAG_VALUE"],
    ["an engine there is none of", ["doctor", "--engine", "wroker", "--conformance"], "ENGINE_UNKNOWN"],
  ])("is refused for %s", async (_what, words, code) => {
    const end = await homeWith(SOUND).start(words).ended;
    expect(end.stdout).toBe("");
    expect(end.error()).toMatchObject({ code, hint: expect.any(String) });
  });
});
