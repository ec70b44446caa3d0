import { chmodSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

const RESULT =
  '{"type":"result","subtype":"success","is_error":false,"result":"hello","usage":{"input_tokens":3,"output_tokens":4}}';

/** A machine whose `claude` is a shell script of the test's own, first on PATH. */
class ClaudeHome extends AkmHome {
  constructor(afterResult = "") {
    super();
    const script = this.write(
      "bin/claude",
      `#!/bin/sh
cd "$HOME"
cat > stdin
for word in "$@"; do printf '%s\\n' "$word"; done > argv
echo '${RESULT}'
${afterResult}
`,
    );
    chmodSync(script, 0o755);
    this.write(
      "conf/config.json",
      JSON.stringify({
        engines: { worker: { kind: "agent", platform: "claude" } },
        defaults: { engine: "worker" },
      }),
    );
  }

  override env(extra: Record<string, string | undefined> = {}): Record<string, string> {
    return super.env({ PATH: `${this.root}/bin:${process.env.PATH}`, ...extra });
  }

  ask(frontMatter: string, instructions: string): void {
    this.write(
      "bundle/workflows/ask.md",
      `---\ntype: workflow\ndescription: d\n${frontMatter}\n---\n\n# ask\n\n## s\n${instructions}`,
    );
  }
}

describe("a claude on PATH (case B73)", () => {
  test("finishes at once, its stdin the prompt and nothing of the caller's", () => {
    const home = new ClaudeHome();
    home.ask("steps:\n  - id: s", "--version of the bird\n");
    const end = home.akm(["workflow", "run", "workflows/ask"], { input: "typed by user" });
    expect(end.json().workflow.steps[0]?.evidence.output).toBe("hello");
    expect(home.read("stdin")).toBe("--version of the bird\n\n");
    expect(home.read("argv")).not.toContain("--version");
    const units = home.akm(["workflow", "status", end.json().run.id, "--units"]).json().units;
    expect(units).toMatchObject([{ inputTokens: 3, outputTokens: 4 }]);
  });

  test.skipIf(process.platform !== "linux")(
    "leads a session of its own, so that no terminal controls it",
    () => {
      const home = new ClaudeHome("cut -d' ' -f6 /proc/$$/stat > session; echo $$ > pid");
      home.ask("steps:\n  - id: s", "Ask.\n");
      expect(home.akm(["workflow", "run", "workflows/ask"]).status).toBe(0);
      expect(home.read("session")).toBe(home.read("pid"));
    },
  );

  test("has its result taken when it lingers, whichever comes first, its timeout or our patience", () => {
    for (const timeout of ["timeout: 3s", "timeout: none"]) {
      const home = new ClaudeHome("sleep 600");
      home.ask(`steps:\n  - id: s\n    unit: { ${timeout} }`, "Wait.\n");
      const end = home.akm(["workflow", "run", "workflows/ask"]);
      expect(end.status).toBe(0);
      expect(end.json().workflow.steps[0]?.evidence.output).toBe("hello");
      expect(end.stderr).toContain("told its result and did not exit");
    }
  });

  test("is given 300 kB of inputs whole", () => {
    const home = new ClaudeHome();
    const command = JSON.stringify(["sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x"]);
    home.ask(
      `steps:\n  - id: big\n    unit: { exec: { command: ${command} } }\n  - id: s\n    inputs: [steps.big.output]`,
      "Read it.\n\n## big\n\nMake it.\n",
    );
    const end = home.akm(["workflow", "run", "workflows/ask"]);
    expect(end.status).toBe(0);
    expect(home.read("stdin")).toContain("x".repeat(300_000));
  });

  test("that is not there fails its unit with what to do", () => {
    const home = new ClaudeHome();
    home.ask("steps:\n  - id: s", "Ask.\n");
    const end = home.akm(["workflow", "run", "workflows/ask"], { env: { PATH: "/nonexistent-directory" } });
    expect(end.status).toBe(1);
    expect(end.json().workflow.steps[0]?.notes).toMatch(/spawn_failed.*claude.*engines\.worker\.bin/s);
  });
});
