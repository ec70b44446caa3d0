import { spawn } from "node:child_process";
import { chmodSync, cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isJudgement, PASSED, rejection } from "../engines/engine-home.ts";
import { ROOT } from "../house/source-tree.ts";
import { AKM, AkmHome, Running } from "../rig/akm-home.ts";
import { type ModelRequest, startModelServer } from "../rig/model-server.ts";

/** A user's machine as it comes: nothing of akm's is set, and `akm` is a command. */
class NewUser extends AkmHome {
  constructor() {
    super();
    chmodSync(this.write("bin/akm", `#!/bin/sh\nexec "${process.execPath}" "${AKM}" "$@"\n`), 0o755);
    cpSync(join(ROOT, "examples"), join(this.root, "clone/examples"), { recursive: true });
    for (const name of ["exec-units.md", "gates.md", "recovery.md"])
      cpSync(join(ROOT, "docs", name), join(this.root, "clone/docs", name));
  }

  override env(): Record<string, string> {
    const { PATH = "", HOME = "" } = super.env();
    return { PATH: `${this.root}/bin:${PATH}`, HOME };
  }

  /** Types the lines into a shell in the clone; stops at the first that fails. */
  types(lines: string) {
    const child = spawn("sh", ["-e", "-c", lines], {
      cwd: join(this.root, "clone"),
      env: this.env(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return new Running(child).ended;
  }
}

/** The block of a page's commands that begins so, talking to another server. */
function commandsOf(page: string, begin: string, endpoint: string): string {
  const text = readFileSync(join(ROOT, page), "utf8");
  const blocks = [...text.matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const block = blocks.find((candidate) => candidate.startsWith(begin)) ?? "";
  expect(block).toContain("http://127.0.0.1:11434/v1/chat/completions");
  return block.replaceAll("http://127.0.0.1:11434/v1/chat/completions", endpoint);
}

/** A reviewer that finds fault with one text, and a judge that is content with the second round. */
function model() {
  let judged = 0;
  return (request: ModelRequest) => {
    if (isJudgement(request)) return { text: ++judged === 1 ? rejection("Say where.") : PASSED };
    const [, name] = /\\"name\\":\\"([a-z-]+\.md)\\"/.exec(request.bodyText) ?? [];
    const mends = name === "gates.md";
    return {
      text: `<think>Let me see.</think>\n\`\`\`json\n${JSON.stringify({
        name,
        verdict: mends ? "mend" : "good",
        findings: mends ? ["Line 3 says two things."] : [],
      })}\n\`\`\``,
    };
  };
}

async function serve() {
  const server = await startModelServer(model());
  onTestFinished(() => server.close());
  return server;
}

describe("with a model server on this machine", () => {
  test("the README's commands, as they stand there, end with every file reviewed and judged", async () => {
    const user = new NewUser();
    const server = await serve();
    const end = await user.types(
      commandsOf("README.md", "akm init\nakm config", server.urls.chatCompletions),
    );
    expect([end.status, end.stderr]).toEqual([0, expect.not.stringContaining('"ok":false')]);
    const run = JSON.parse(end.stdout.slice(end.stdout.lastIndexOf("\n{\n") + 1));
    expect(run).toMatchObject({ done: true, usage: { units: 10 } });
    expect(run.run.outputs.report).toBe(
      "good  exec-units.md\nmend  gates.md\n  - Line 3 says two things.\ngood  recovery.md",
    );
    expect(server.requests).toHaveLength(8);
    expect(server.requests.filter(({ bodyText }) => bodyText.includes("Say where."))).toHaveLength(3);
    expect(server.requests.map(({ body }) => body.model)).toEqual(Array(8).fill("qwen3"));
  });

  test("so do those of the page on engines, which set one up", async () => {
    const user = new NewUser();
    const server = await serve();
    const set = commandsOf("docs/engines.md", "akm config set engines.local", server.urls.chatCompletions);
    const end = await user.types(
      `${set}\nakm workflow run ./examples/review-files.md --folder docs --ending nothing`,
    );
    expect(end.status).toBe(0);
    expect(server.otherRequests).toContain("GET /v1/models");
  });
});
