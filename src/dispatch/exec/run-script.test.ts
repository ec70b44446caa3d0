import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dispatchCommand, temporaryDirectory } from "../../../test/rig/dispatch-command.ts";
import type { ScriptExtension } from "../../contract/index.ts";
import type { ScriptTarget } from "../../plan/index.ts";

function dispatchScript(
  extension: ScriptExtension,
  text: string,
  more: Partial<ScriptTarget> = {},
  rest = {},
) {
  const target: ScriptTarget = {
    kind: "script",
    ref: `project//scripts/build${extension}`,
    extension,
    contentBase64: Buffer.from(text).toString("base64"),
    ...more,
  };
  return dispatchCommand({ ...rest, command: [], target });
}

// shows: engine-40c
test.each<[ScriptExtension, string]>([
  [".sh", 'echo "hello $AKM_STEP_ID"\n'],
  [".mjs", 'console.log("hello " + process.env.AKM_STEP_ID)\n'],
  [".py", 'import os\nprint("hello " + os.environ["AKM_STEP_ID"])\n'],
  [".pl", 'print "hello $ENV{AKM_STEP_ID}\\n";\n'],
])("a script ending in %s is run by its interpreter, in the unit's context", async (extension, text) => {
  const { outcome } = await dispatchScript(extension, text);
  expect(outcome).toEqual({ status: "completed", result: "hello build" });
});

test("its file and its directory are the user's alone, and gone afterwards", async () => {
  const { outcome } = await dispatchScript(
    ".sh",
    'stat -c "%a" "$0" "$(dirname "$0")"; echo "$0"; umask 022\n',
  );
  const [file, directory, path] = String(outcome.status === "completed" && outcome.result).split("\n");
  expect([file, directory]).toEqual(["700", "700"]);
  expect(path).toMatch(/\/build\.sh$/);
  expect(existsSync(path ?? "")).toBe(false);
});

test("what it leaves beside itself goes with it, however it was left", async () => {
  const { outcome, warnings } = await dispatchScript(
    ".sh",
    'd=$(dirname "$0"); mkdir -p "$d/x/y"; touch "$d/x/y/z"; chmod -R 555 "$d"; echo "$d"\n',
  );
  expect([outcome.status, warnings]).toEqual(["completed", []]);
  expect(existsSync(String(outcome.status === "completed" && outcome.result))).toBe(false);
});

test("what an engine that was killed left of it is taken away by the one that sends it out again", async () => {
  const left = join(tmpdir(), "akm-script-left-behind");
  mkdirSync(join(left, "work"), { recursive: true });
  const { outcome } = await dispatchScript(
    ".sh",
    'ls "$(dirname "$0")"\n',
    {},
    { dispatchId: "left-behind" },
  );
  expect(outcome).toEqual({ status: "completed", result: "build.sh" });
  expect(existsSync(left)).toBe(false);
});

test("what it did stands where its directory cannot be removed, which is said", async () => {
  const tooDeep = `for i in {1..25}; do mkdir ${"d".repeat(200)}; cd ${"d".repeat(200)}; done`;
  const { outcome, warnings } = await dispatchScript(
    ".sh",
    `echo "$0"; cd "$(dirname "$0")"; bash -c '${tooDeep}'\n`,
  );
  const directory = dirname(String(outcome.status === "completed" && outcome.result));
  onTestFinished(() => void execFileSync("rm", ["-rf", directory]));
  expect(outcome.status).toBe("completed");
  expect(warnings).toEqual([expect.stringContaining(`${directory} could not be removed: ENAMETOOLONG`)]);
});

test("it fails where the disk does not take it", async () => {
  const { outcome } = await dispatchScript(".sh", "true\n", {
    ref: `project//scripts/${"n".repeat(300)}.sh`,
  });
  expect(outcome).toMatchObject({
    status: "failed",
    failureReason: "spawn_failed",
    error: expect.stringContaining("has no place to be run from: ENAMETOOLONG"),
  });
});

// shows: schema-424f
// shows: reuse-95
test("it works in the unit's directory, is given a task's inputs, and fails as a command fails", async () => {
  const { path: cwd, remove } = temporaryDirectory();
  try {
    mkdirSync(join(cwd, "web"));
    const context = { taskInputs: '{"channel":"beta"}' };
    const { outcome } = await dispatchScript(
      ".sh",
      'echo "$AKM_TASK_INPUTS in $(basename "$PWD")" >&2; exit 3\n',
      { cwd: "web" },
      { cwd, context },
    );
    expect(outcome).toMatchObject({
      status: "failed",
      failureReason: "non_zero_exit",
      error: expect.stringContaining('{"channel":"beta"} in web'),
    });
  } finally {
    remove();
  }
});

test("an interpreter that is not there is named", async () => {
  const { outcome } = await dispatchScript(".lua", "print(1)\n", {}, { environment: { PATH: "/nowhere" } });
  expect(outcome).toMatchObject({ failureReason: "spawn_failed", error: expect.stringContaining('"lua"') });
});
