import type { AttemptOutcome } from "../../run/index.ts";
import { failed } from "../process/outcome.ts";
import { OutputCapture } from "../process/output-capture.ts";
import { OutputPipe } from "../process/output-pipe.ts";
import type { ProcessHost } from "../process/process-host.ts";
import { identifyProcess } from "../process/process-identity.ts";
import { type StartedCommand, startCommand } from "../process/spawn.ts";
import { supervise } from "../process/supervise.ts";
import { TailCapture } from "../process/tail-capture.ts";
import type { CommandDispatch } from "./command-dispatch.ts";
import { concludeCommand } from "./conclude-command.ts";
import { prepareLaunch } from "./prepare-launch.ts";

/** One attempt of an exec unit, from its argv to its outcome; nothing of it lives on afterwards. */
export async function runCommand(host: ProcessHost, dispatch: CommandDispatch): Promise<AttemptOutcome> {
  if (dispatch.signal.aborted) return failed("aborted", "It was cancelled before its command was started.");
  const prepared = prepareLaunch(host, dispatch);
  if (!prepared.ok) return prepared.failure;
  const started = await startCommand(prepared.launch);
  if (!started.ok) return failed("spawn_failed", started.message);
  const { command } = started;
  host.liveGroups.add(command.pid);
  try {
    dispatch.events.onProcess(() => identifyProcess(command.pid));
    return await followCommand(command, dispatch);
  } finally {
    host.liveGroups.delete(command.pid);
  }
}

async function followCommand(command: StartedCommand, dispatch: CommandDispatch): Promise<AttemptOutcome> {
  const { request, signal, events, redactor } = dispatch;
  const captured = { stdout: new OutputCapture(), stderr: new TailCapture() };
  const pipes = {
    stdout: new OutputPipe(command.stdout, (chunk) => captured.stdout.append(chunk)),
    stderr: new OutputPipe(command.stderr, (chunk) => captured.stderr.append(chunk)),
  };
  const ending = await supervise({ command, ...pipes, timeoutMs: request.timeoutMs, signal });
  return concludeCommand({ request, ending, captured, pipes, redactor, onWarning: events.onWarning });
}
