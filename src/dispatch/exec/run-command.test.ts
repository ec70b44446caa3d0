import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  dispatchCommand,
  dispatchShell,
  eventually,
  isRunning,
  temporaryDirectory,
} from "../../../test/rig/dispatch-command.ts";
import { EXEC_STREAM_BYTES_MAX } from "../../contract/index.ts";

const MARKER = "__akm_exec_output_truncated__";

let cwd: ReturnType<typeof temporaryDirectory>;

beforeEach(() => {
  cwd = temporaryDirectory();
});
afterEach(() => cwd.remove());

describe("a command without an output schema", () => {
  // shows: schema-349, schema-382a
  // shows: schema-286a
  test.each([
    ["echo hi", "hi"],
    ["printf 'a\\n\\n b \\n\\n\\n'", "a\n\n b "],
    ["printf 'a\\r\\n'", "a\r"],
    ["printf 'a\\0b'", "a\0b"],
    ["printf '\\033[31mred\\033[0m'", "\u001b[31mred\u001b[0m"],
    ["printf '{\"a\":1}'", '{"a":1}'],
  ])("%s is worth its stdout without the final newlines", async (script, result) => {
    expect((await dispatchShell(script)).outcome).toEqual({ status: "completed", result });
  });

  // shows: schema-382b, schema-386a
  // shows: schema-288a
  test.each(["true", "printf '\\n\\n'", "echo only stderr >&2"])("%s has no result", async (script) => {
    expect(await dispatchShell(script)).toMatchObject({ outcome: { status: "completed" }, warnings: [] });
    expect((await dispatchShell(script)).outcome).not.toHaveProperty("result");
  });

  test("may write what is no UTF-8, which is warned of", async () => {
    const { outcome, warnings } = await dispatchShell("printf 'a\\377b'");
    expect(outcome).toEqual({ status: "completed", result: "a\ufffdb" });
    expect(warnings).toEqual([expect.stringContaining("U+FFFD")]);
  });

  test("that writes a character in two goes gets it whole", async () => {
    const { outcome, warnings } = await dispatchShell("printf '\\342\\202'; sleep 0.05; printf '\\254'");
    expect(outcome).toEqual({ status: "completed", result: "€" });
    expect(warnings).toEqual([]);
  });

  // shows: schema-406, schema-408a, schema-410a
  test("that writes too much runs to its end; its artifact says that it is cut, between two characters", async () => {
    const { outcome } = await dispatchShell(
      "head -c 8388607 /dev/zero | tr '\\0' a; printf '€€€'; head -c 3000000 /dev/zero | tr '\\0' b; : > ended",
      { cwd: cwd.path },
    );
    const text = outcome.status === "completed" ? String(outcome.result) : "";
    const [kept = "", marker = ""] = text.split(`\n\n${MARKER}\n`);
    expect(kept).toBe("a".repeat(EXEC_STREAM_BYTES_MAX - 1));
    expect(marker).toBe("bytes written: 11388616\nbytes retained: 8388607\n");
    expect((await dispatchShell("ls", { cwd: cwd.path })).outcome).toMatchObject({ result: "ended" });
  });

  // shows: schema-406
  test("that writes exactly the cap is not cut", async () => {
    const { outcome } = await dispatchShell(`head -c ${EXEC_STREAM_BYTES_MAX} /dev/zero`);
    expect(outcome).toEqual({ status: "completed", result: "\0".repeat(EXEC_STREAM_BYTES_MAX) });
  });

  // shows: schema-416
  test("that floods stderr succeeds", async () => {
    const { outcome } = await dispatchShell("head -c 20000000 /dev/zero >&2; echo ok");
    expect(outcome).toEqual({ status: "completed", result: "ok" });
  });
});

describe("a command with an output schema", () => {
  const outputSchema = {
    type: "object",
    additionalProperties: false,
    properties: { a: { type: "number" } },
  };

  function print(text: string, schema = outputSchema) {
    return dispatchCommand({ command: ["printf", "%b", text], outputSchema: schema });
  }

  // shows: schema-384a
  // shows: schema-286b
  test("is worth the value it prints, white space around it allowed", async () => {
    expect((await print(' \\n{"a":1}\\r\\n')).outcome).toEqual({ status: "completed", result: { a: 1 } });
  });

  // shows: schema-384a, schema-384b
  // shows: schema-288e
  test.each([
    '{"a":NaN}',
    '{"a":1e400}',
    '{"a":1,"a":2}',
    '{"a":1}x',
    '{"a":1}\\n{"a":2}',
    '{"a":1,}',
    '\\xef\\xbb\\xbf{"a":1}',
    "log line\\n{}",
    "{}".padStart(3, "\\0"),
    "",
    " \\n",
  ])("fails as parse_error on %j", async (text) => {
    expect((await print(text)).outcome).toMatchObject({ status: "failed", failureReason: "parse_error" });
  });

  test("says where its stdout stops being JSON", async () => {
    const { outcome } = await print('{"a":1}\\n ]');
    expect(outcome).toMatchObject({ error: expect.stringContaining("line 2, column 2") });
  });

  test("refuses half a surrogate pair", async () => {
    const { outcome } = await dispatchCommand({
      command: ["printf", "%s", '"\\ud800"'],
      outputSchema: { type: "string" },
    });
    expect(outcome).toMatchObject({ failureReason: "parse_error" });
  });

  // shows: schema-384c, schema-573a
  test.each(['{"a":"x"}', "[]", '{"b":1}', '{"__proto__":{"a":1}}', '{"a":1,"__proto__":{"polluted":1}}'])(
    "fails as validation_error on %s",
    async (text) => {
      expect((await print(text)).outcome).toMatchObject({
        status: "failed",
        failureReason: "validation_error",
      });
    },
  );

  // shows: schema-384c
  test("names the field that misses the schema, and shows the end of stderr", async () => {
    const { outcome } = await dispatchShell('echo why >&2; echo \'{"a":"x"}\'', { outputSchema });
    expect(outcome).toMatchObject({ error: expect.stringMatching(/schema: a: .*\nwhy$/s) });
  });

  // shows: schema-410b
  test("that writes too much fails as exec_output_limit, with both sizes", async () => {
    const { outcome } = await dispatchShell(
      `printf '{"k":"'; head -c 9000000 /dev/zero | tr '\\0' a; printf '"}'`,
      { outputSchema: { type: "object" } },
    );
    expect(outcome).toMatchObject({ status: "failed", failureReason: "exec_output_limit" });
    expect(outcome).toMatchObject({ error: expect.stringMatching(/9000008 bytes.*8388608/) });
  });
});

describe("a command that fails", () => {
  // shows: schema-386a, schema-386b, schema-400a, schema-571c
  test("names its exit status and shows the end of its stderr, not its stdout", async () => {
    const { outcome } = await dispatchShell("echo artifact; echo no such table >&2; exit 3");
    expect(outcome).toEqual({
      status: "failed",
      failureReason: "non_zero_exit",
      error: "The command exited with status 3.\nno such table",
    });
  });

  test.each(["SEGV", "KILL", "TERM"])(
    "by SIG%s of its own is a non-zero exit that names the signal",
    async (name) => {
      const { outcome } = await dispatchShell(`kill -${name} $$; sleep 5`);
      expect(outcome).toMatchObject({
        failureReason: "non_zero_exit",
        error: expect.stringContaining(`SIG${name}`),
      });
    },
  );

  // shows: schema-386b
  test("shows the last 2000 characters of a long stderr at most", async () => {
    const { outcome } = await dispatchShell("seq 100000 >&2; exit 1");
    const error = outcome.status === "failed" ? outcome.error : "";
    expect(error.length).toBeLessThanOrEqual(2000);
    expect(error).toMatch(/99999\n100000$/);
  });
});

describe("what a command is given", () => {
  // shows: schema-366b, schema-424a
  test("is no shell: its words arrive as they were written", async () => {
    const words = ["$(touch leaked)", "a;b|c", "*", "`id`", "", "ü €", "'\""];
    const { outcome } = await dispatchCommand({ command: ["printf", "%s\\n", ...words], cwd: cwd.path });
    expect(outcome).toEqual({ status: "completed", result: words.join("\n") });
  });

  // shows: schema-362b
  test("is an empty stdin", async () => {
    expect((await dispatchCommand({ command: ["cat"] })).outcome).toEqual({ status: "completed" });
  });

  // shows: schema-460a
  test("is the allowlist and its context, however huge and full of secrets akm's own environment is", async () => {
    const junk = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`JUNK${n}`, "y".repeat(120_000)]));
    const { outcome } = await dispatchCommand({
      command: ["env"],
      environment: {
        ...junk,
        PATH: process.env.PATH,
        HOME: "/home/me",
        LD_PRELOAD: "",
        MY_TOKEN: "leak-me",
        HTTP_PROXY: "http://u:p@h",
        AKM_PARAMS: "spoofed",
        AKM_RUN_ID: "spoofed",
        AKM_ITEM: "spoofed",
        CARGO_HOME: "/cargo",
      },
      passEnv: ["CARGO_HOME", "SCCACHE_DIR", "AKM_ITEM"],
      env: [{ kind: "literal", name: "AKM_PARAMS", value: "shadow" }],
    });
    const lines = outcome.status === "completed" ? String(outcome.result).split("\n").sort() : [];
    expect(lines).toEqual([
      "AKM_ATTEMPT=1",
      "AKM_DISPATCH_ID=dispatch-1",
      "AKM_PARAMS={}",
      "AKM_RUN_ID=run-1",
      "AKM_STEP_ID=build",
      "AKM_UNIT_ID=build:solo",
      "CARGO_HOME=/cargo",
      "HOME=/home/me",
      `PATH=${process.env.PATH}`,
    ]);
  });

  // shows: schema-430a, schema-456
  test("may be a context just under the limit, unharmed", async () => {
    const params = JSON.stringify("€".repeat(32_767));
    const { outcome } = await dispatchCommand({ command: ["printenv", "AKM_PARAMS"], context: { params } });
    expect(outcome).toEqual({ status: "completed", result: params });
  });

  // shows: schema-438a, schema-438b
  test("is nothing when the context is over the limit: it is not started", async () => {
    const { outcome } = await dispatchShell("touch started", {
      cwd: cwd.path,
      context: { inputs: JSON.stringify("x".repeat(98_303)) },
    });
    expect(outcome).toMatchObject({
      failureReason: "exec_context_too_large",
      error: expect.stringMatching(/AKM_INPUTS.*98305.*98304/),
    });
    expect((await dispatchShell("ls", { cwd: cwd.path })).outcome).toEqual({ status: "completed" });
  });

  test("is nothing when its env needs a secret store", async () => {
    const env = [{ kind: "group", ref: "env/prod" }] as const;
    expect((await dispatchCommand({ command: ["true"], env })).outcome).toMatchObject({
      failureReason: "env_unresolved",
      error: expect.stringContaining("env/prod"),
    });
  });

  // shows: schema-378a
  test("is its own directory", async () => {
    await dispatchShell("mkdir -p packages/core", { cwd: cwd.path });
    const { outcome } = await dispatchCommand({
      command: ["pwd"],
      cwd: cwd.path,
      directory: "packages/core",
    });
    expect(outcome).toEqual({ status: "completed", result: `${cwd.path}/packages/core` });
  });

  test("is a process group of its own, made known while it runs", async () => {
    let pid = 0;
    const { outcome } = await dispatchShell("ps -o pgid= -p $$ | tr -d ' '; sleep 0.2", {
      onProcess: (identity) => {
        const { startToken, bootId } = identity();
        pid = identity().pid;
        expect({ startToken, bootId }).toEqual({
          startToken: expect.any(String),
          bootId: expect.any(String),
        });
        expect(isRunning(pid)).toBe(true);
      },
    });
    expect(outcome).toEqual({ status: "completed", result: String(pid) });
    await eventually(() => !isRunning(pid));
  });
});
