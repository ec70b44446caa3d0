import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandTarget, llmEngine } from "../../test/rig/build-plan.ts";
import { bundleModule } from "../../test/rig/bundle-module.ts";
import { isRunning, requestOf } from "../../test/rig/dispatch-command.ts";
import { FakeAgent } from "../../test/rig/fake-agents/index.ts";
import { startModelServer } from "../../test/rig/model-server.ts";
import { createDispatcher } from "./index.ts";

const execFileText = promisify(execFile);
const dispatcher = createDispatcher({ environment: process.env });
const { signal } = new AbortController();
const events = { onProcess: () => undefined, onWarning: () => undefined };

describe("the dispatcher", () => {
  test("kills at once, without a grace, all that is out", async () => {
    const pids: number[] = [];
    const stubborn = requestOf({ command: ["sh", "-c", "trap '' TERM; sleep 60 & sleep 60"] });
    const onProcess = (identity: () => { pid: number }) => pids.push(identity().pid);
    const startedAt = performance.now();
    const running = [stubborn, stubborn].map((request) =>
      dispatcher.dispatch(request, signal, { ...events, onProcess }),
    );
    await Promise.resolve();
    dispatcher.killAllNow();
    for (const outcome of await Promise.all(running)) {
      expect(outcome).toMatchObject({
        failureReason: "non_zero_exit",
        error: expect.stringContaining("SIGKILL"),
      });
    }
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(pids.map(isRunning)).toEqual([false, false]);
    dispatcher.killAllNow();
  });

  test("keeps no process alive once its commands are over, whatever became of them", {
    timeout: 20_000,
  }, async () => {
    const { file, remove } = await bundleModule(join(import.meta.dirname, "index.ts"));
    const commands = [["true"], ["no-such-cmd"], ["sh", "-c", "sleep 30 & exit 0"], ["sleep", "60"]];
    const requests = commands.map((command) => requestOf({ command, timeoutMs: 30_000 }));
    const program = `
      const { createDispatcher } = await import(${JSON.stringify(file)});
      const stop = new AbortController();
      const events = { onProcess() {}, onWarning() {} };
      const running = ${JSON.stringify(requests)}.map((request) =>
        createDispatcher({ environment: process.env }).dispatch(request, stop.signal, events));
      await Promise.all(running.slice(0, 3));
      stop.abort();
      console.log((await Promise.all(running)).map(({ failureReason }) => failureReason).join());`;
    const startedAt = performance.now();
    const { stdout } = await execFileText(process.execPath, ["--input-type=module", "-e", program]);
    remove();
    expect(stdout).toBe(",spawn_failed,exec_capture_incomplete,aborted\n");
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test("asks the model that a unit is an instruction for", async () => {
    const server = await startModelServer([{ text: "Hello." }]);
    onTestFinished(() => server.close());
    const engine = llmEngine({ endpoint: server.urls.chatCompletions });
    const request = {
      ...requestOf({ command: ["true"] }),
      target: commandTarget(engine),
      prompt: () => ({ text: "Say hello.", parts: [] }),
    };
    expect(await dispatcher.dispatch(request, signal, events)).toMatchObject({
      status: "completed",
      result: "Hello.",
    });
  });

  // shows: loop-94
  test("has an agent do the unit that is an instruction for one, and ends what agents share when told to", async () => {
    const agent = new FakeAgent("opencode-sdk", { text: "heron" });
    onTestFinished(() => agent.remove());
    const request = { ...requestOf({ command: ["true"] }), target: commandTarget(agent.engine()) };
    const pids: number[] = [];
    const onProcess = (identity: () => { pid: number }) => pids.push(identity().pid);
    const outcomes = [
      await dispatcher.dispatch(request, signal, { ...events, onProcess }),
      await dispatcher.dispatch(request, signal, { ...events, onProcess }),
    ];
    expect(outcomes).toMatchObject([{ result: "heron" }, { result: "heron" }]);
    const [pid = 0] = pids;
    expect(pids).toEqual([pid, pid]);
    expect(isRunning(pid)).toBe(true);
    await dispatcher.dispose();
    expect(isRunning(pid)).toBe(false);
  });

  test("requires the directory that a run works in", () => {
    const gone = join(tmpdir(), "akm-no-such-directory");
    expect(() => dispatcher.requireDirectory(tmpdir())).not.toThrow();
    expect(() => dispatcher.requireDirectory(gone)).toThrow(
      expect.objectContaining({ code: "WORKING_DIRECTORY_MISSING", message: expect.stringContaining(gone) }),
    );
  });
});
