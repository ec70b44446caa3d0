import { spawn } from "node:child_process";
import { GIT_QUERY_MS_MAX } from "../../contract/index.ts";
import { withoutGitVariables } from "../../lib/without-git-variables.ts";
import { errorCode } from "../process/error-code.ts";
import { killGroup } from "../process/kill-group.ts";
import { ProcessGroup } from "../process/process-group.ts";

const STDOUT_BYTES_MAX = 256 * 1024 * 1024;
const STDERR_CHARS_KEPT = 4000;

/** What git is run with. */
export interface GitHost {
  /** akm's own environment. */
  environment: NodeJS.ProcessEnv;
  /** Ids of the process groups that are out: see `ProcessHost`. */
  liveGroups: Set<number>;
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
  stdout: string;
  stderr: string;
}

/**
 * What holds for every call of ours. Hooks are the user's for the user's own git: one that fails or asks would break what no user did
 * (ADR 0009). A file monitor, or a stat check made lax, could hide a change from us.
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

/** Runs git to its end, in a session of its own, where it can ask nobody anything. Never rejects. */
export async function runGit(host: GitHost, words: readonly string[], call: GitCall): Promise<GitAnswer> {
  if (call.signal?.aborted) return { ok: false, stdout: "", stderr: "Stopped." };
  const args = [...SETTING_WORDS, ...repositoryWords(call), ...words];
  return await new Promise((settle) => {
    const child = spawn("git", args, {
      cwd: call.cwd,
      env: gitEnvironment(host.environment, call.dispatchId),
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const { pid } = child;
    const output: Buffer[] = [];
    let bytes = 0;
    let stderr = "";
    let problem: string | undefined;
    const end = (why: string) => {
      problem ??= why;
      if (pid !== undefined) void killGroup(new ProcessGroup(pid));
    };
    const timeoutMs = call.timeoutMs ?? GIT_QUERY_MS_MAX;
    const timer = setTimeout(
      end,
      timeoutMs,
      `git ${words[0]} took longer than ${timeoutMs} ms and was ended.`,
    );
    const onAbort = () => end("Stopped.");
    call.signal?.addEventListener("abort", onAbort, { once: true });
    const finish = (ok: boolean, text: string) => {
      clearTimeout(timer);
      call.signal?.removeEventListener("abort", onAbort);
      if (pid !== undefined) host.liveGroups.delete(pid);
      settle({ ok, stdout: Buffer.concat(output).toString(), stderr: text });
    };
    if (pid !== undefined) host.liveGroups.add(pid);
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > STDOUT_BYTES_MAX) end(`git ${words[0]} answered more than ${STDOUT_BYTES_MAX} bytes.`);
      else output.push(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = `${stderr}${text}`.slice(-STDERR_CHARS_KEPT);
    });
    // git may end without reading what it is given.
    child.stdin.on("error", () => undefined);
    child.stdin.end(call.stdin ?? "");
    child.once("error", (error) => finish(false, `git could not be run (${errorCode(error)}).`));
    child.once("close", (status) => finish(status === 0 && problem === undefined, problem ?? stderr.trim()));
  });
}

function repositoryWords({ gitDirectory, workTree }: GitCall): string[] {
  return [
    ...(gitDirectory === undefined ? [] : [`--git-dir=${gitDirectory}`]),
    ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]),
  ];
}

/** Messages in one language, no questions, and no lock taken by what only looks. */
function gitEnvironment(own: NodeJS.ProcessEnv, dispatchId: string | undefined): NodeJS.ProcessEnv {
  return {
    ...withoutGitVariables(own),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    ...(dispatchId === undefined ? {} : { AKM_DISPATCH_ID: dispatchId }),
  };
}
