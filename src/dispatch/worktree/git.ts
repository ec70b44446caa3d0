import { GIT_QUERY_MS_MAX } from "../../contract/index.ts";
import { withoutGitVariables } from "../../lib/without-git-variables.ts";
import { OutputCapture } from "../process/output-capture.ts";
import { OutputPipe } from "../process/output-pipe.ts";
import { type StartedCommand, startCommand } from "../process/spawn.ts";
import { supervise } from "../process/supervise.ts";
import { TailCapture } from "../process/tail-capture.ts";
import type { Variables } from "../process/variables.ts";

const STDOUT_BYTES_MAX = 256 * 1024 * 1024;
const STOPPED = "Stopped.";

/** What git is run with. */
export interface GitHost {
  /** akm's own environment. */
  environment: NodeJS.ProcessEnv;
  /** Ids of the process groups that are out: see `ProcessHost`. */
  liveGroups: Set<number>;
  /** Ends every call that has no signal of its own. */
  signal?: AbortSignal;
}

export interface GitCall {
  /** The directory git starts in, absolute. */
  cwd: string;
  /** Names the repository outright, so that git looks for none by itself. */
  gitDirectory?: string;
  workTree?: string;
  stdin?: string;
  /** {@link GIT_QUERY_MS_MAX} unless told. */
  timeoutMs?: number;
  /** Aborting it ends git. */
  signal?: AbortSignal;
  /** Marks git as working for this attempt, so that whoever reclaims the attempt finds it (see `reapStrays`). */
  dispatchId?: string;
}

/** `stderr` is what git said about it, or what kept it from being run. */
export interface GitAnswer {
  ok: boolean;
  /** It was ended before it was done, and may have done half of it. */
  isCut: boolean;
  stdout: string;
  stderr: string;
}

/**
 * What holds for every call of ours. Hooks are the user's for the user's own git: one that fails or asks would break what no user did
 * (ADR 0010). A file monitor, or a stat check made lax, could hide a change from us.
 */
const SETTINGS = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "",
  "core.trustctime": "true",
  "core.checkStat": "default",
  "core.ignoreStat": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
};
const SETTING_WORDS = Object.entries(SETTINGS).flatMap(([key, value]) => ["-c", `${key}=${value}`]);

/**
 * Runs git to its end, in a session of its own, where it can ask nobody anything. What it started and left behind, such as a connection
 * kept open for the next call, does not hold it up for longer than the drain grace (decision R7). Never rejects.
 */
export async function runGit(host: GitHost, words: readonly string[], call: GitCall): Promise<GitAnswer> {
  const signal = call.signal ?? host.signal ?? new AbortController().signal;
  if (signal.aborted) return refused(STOPPED);
  const started = await startCommand({
    argv: ["git", ...SETTING_WORDS, ...repositoryWords(call), ...words],
    directory: call.cwd,
    environment: gitEnvironment(host.environment, call.dispatchId),
    ...(call.stdin === undefined ? {} : { stdin: "pipe" }),
  });
  if (!started.ok) return refused(started.message);
  const { pid, stdin } = started.command;
  host.liveGroups.add(pid);
  try {
    stdin?.end(call.stdin);
    return await follow(started.command, { name: words[0], signal, timeoutMs: call.timeoutMs });
  } finally {
    host.liveGroups.delete(pid);
  }
}

interface Following {
  /** Of git's command. */
  name: string | undefined;
  signal: AbortSignal;
  timeoutMs: number | undefined;
}

async function follow(
  command: StartedCommand,
  { name, signal, timeoutMs = GIT_QUERY_MS_MAX }: Following,
): Promise<GitAnswer> {
  const answer = new OutputCapture(STDOUT_BYTES_MAX);
  const said = new TailCapture();
  const ending = await supervise({
    command,
    stdout: new OutputPipe(command.stdout, (chunk) => answer.append(chunk)),
    stderr: new OutputPipe(command.stderr, (chunk) => said.append(chunk)),
    timeoutMs,
    signal,
  });
  if (answer.isCut) return refused(`git ${name} answered more than ${STDOUT_BYTES_MAX} bytes.`);
  const stdout = answer.take().toString();
  const cut = (why: string) => ({ ok: false, isCut: true, stdout, stderr: why });
  switch (ending.kind) {
    case "timed-out":
      return cut(`git ${name} took longer than ${timeoutMs} ms and was ended.`);
    case "aborted":
      return cut(STOPPED);
    case "exited":
      if (ending.signal !== null) return cut(`git ${name} was ended by ${ending.signal}.`);
      return { ok: ending.exitCode === 0, isCut: false, stdout, stderr: said.text().trim() };
    default:
      return ending satisfies never;
  }
}

function refused(why: string): GitAnswer {
  return { ok: false, isCut: false, stdout: "", stderr: why };
}

function repositoryWords({ gitDirectory, workTree }: GitCall): string[] {
  return [
    ...(gitDirectory === undefined ? [] : [`--git-dir=${gitDirectory}`]),
    ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]),
  ];
}

/** Messages in one language, no questions, and no lock taken by what only looks. */
function gitEnvironment(own: NodeJS.ProcessEnv, dispatchId: string | undefined): Variables {
  return {
    ...withoutGitVariables(own),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    ...(dispatchId === undefined ? {} : { AKM_DISPATCH_ID: dispatchId }),
  };
}
