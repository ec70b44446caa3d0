import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { appendFile, mkdir } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GIT_CHECKOUT_MS_MAX } from "../../contract/index.ts";
import { isDirectory, makeDirectories } from "../../host/index.ts";
import type { DispatchRequest, GitBase } from "../../ports/index.ts";
import { identifyProcess } from "../process/process-identity.ts";
import { findAdminDirectory } from "./admin-directory.ts";
import { type GitAnswer, type GitHost, runGit } from "./git.ts";
import { inTurn } from "./repository-turns.ts";
import { unitSlug } from "./salvage-ref.ts";
import { type WorktreeRecord, writeRecord } from "./worktree-record.ts";

const STEP_CHARS_SHOWN = 40;
const ADD_TRIES_MAX = 8;
const ADD_RETRY_MS = 150;
/** Another git, of another process, was at the same place at the same time. */
const CONTENTION = /\.lock|File exists|could not create (?:leading )?director/i;

export interface Creation {
  /** The directory of all worktrees, made where it is missing. */
  root: string;
  request: DispatchRequest;
  base: Required<GitBase>;
  signal: AbortSignal;
  /** Resolves once it is journaled that the attempt has this worktree: nothing is made before. */
  onPath(path: string): Promise<void>;
}

export type Created =
  | { ok: true; record: WorktreeRecord; cwd: string }
  /** `record` of what may have been made by halves. */
  | { ok: false; record?: WorktreeRecord; problem: string };

/**
 * A fresh detached worktree of the base commit, and the place in it that the unit's directory has in the repository. Rejects only with
 * what `onPath` does.
 */
export async function createWorktree(host: GitHost, creation: Creation): Promise<Created> {
  const begun = await begin(host, creation);
  if (!begun.ok) return begun;
  const { record } = begun;
  await creation.onPath(record.path);
  try {
    return await complete(host, record, creation);
  } catch (error) {
    return { ok: false, record, problem: textOf(error) };
  }
}

/** An empty directory and its record, which a disk may refuse. */
async function begin(
  host: GitHost,
  creation: Creation,
): Promise<{ ok: true; record: WorktreeRecord } | { ok: false; problem: string }> {
  const { base, request } = creation;
  try {
    const common = await commonDirectory(host, base.root, request.dispatchId);
    if (!common.ok) return common;
    const record = newRecord(creation, common.directory);
    writeRecord(record);
    return { ok: true, record };
  } catch (error) {
    return { ok: false, problem: textOf(error) };
  }
}

async function complete(
  host: GitHost,
  record: WorktreeRecord,
  { signal, base, request }: Creation,
): Promise<Created> {
  const filled = await fill(host, record, signal);
  if (!filled.ok) return { ok: false, record, problem: filled.stderr };
  const place = placeIn(record.path, base.root, request.cwd);
  if (!place.ok) return { ok: false, record, problem: place.problem };
  const made: WorktreeRecord = { ...record, phase: "made" };
  writeRecord(made);
  return { ok: true, record: made, cwd: place.cwd };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function newRecord({ root, request, base }: Creation, common: string): WorktreeRecord {
  const { runId, stepId, unitId, attempt, dispatchId } = request;
  const parent = join(root, runId);
  makeDirectories(parent, 0o700);
  const name = `${stepId.slice(0, STEP_CHARS_SHOWN)}-${unitSlug(unitId)}-${attempt}-`;
  return {
    runId,
    stepId,
    unitId,
    attempt,
    dispatchId,
    path: mkdtempSync(join(realpathSync(parent), name)),
    repository: base.root,
    commonDirectory: common,
    baseCommit: base.commit,
    createdAt: new Date().toISOString(),
    maker: identifyProcess(process.pid),
    phase: "making",
  };
}

/** The repository's own directory, whichever of its worktrees the run was started in. */
async function commonDirectory(
  host: GitHost,
  root: string,
  dispatchId: string,
): Promise<{ ok: true; directory: string } | { ok: false; problem: string }> {
  if (!isDirectory(root)) return { ok: false, problem: `The repository ${root} is gone.` };
  const asked = await runGit(host, ["rev-parse", "--git-common-dir"], { cwd: root, dispatchId });
  if (!asked.ok) return { ok: false, problem: asked.stderr };
  return { ok: true, directory: realpathSync(resolve(root, asked.stdout.replace(/\n$/, ""))) };
}

/** Known to the repository first, which takes a turn and no time; then its files, each worktree beside the others. */
async function fill(host: GitHost, record: WorktreeRecord, signal: AbortSignal): Promise<GitAnswer> {
  const { path, commonDirectory: common, baseCommit, dispatchId, repository } = record;
  const added = await inTurn(common, () => add(host, record, signal));
  if (!added.ok) return added;
  const gitDirectory = findAdminDirectory(common, path);
  if (gitDirectory === undefined)
    return {
      ok: false,
      isCut: false,
      stdout: "",
      stderr: `git made no worktree of ${repository} at ${path}.`,
    };
  await keepReflog(common, gitDirectory);
  return await runGit(host, ["reset", "--hard", "--quiet", "--no-recurse-submodules", baseCommit], {
    cwd: path,
    gitDirectory,
    workTree: path,
    timeoutMs: GIT_CHECKOUT_MS_MAX,
    signal,
    dispatchId,
  });
}

async function add(host: GitHost, record: WorktreeRecord, signal: AbortSignal): Promise<GitAnswer> {
  const words = ["worktree", "add", "--detach", "--no-checkout", record.path, record.baseCommit];
  const call = { cwd: record.repository, signal, dispatchId: record.dispatchId };
  for (let tries = 1; ; tries += 1) {
    const added = await runGit(host, words, call);
    if (added.ok || signal.aborted || tries >= ADD_TRIES_MAX || !CONTENTION.test(added.stderr)) return added;
    await sleep(ADD_RETRY_MS * tries);
    // git takes away what it did not finish.
    mkdirSync(record.path, { recursive: true, mode: 0o700 });
  }
}

/** git goes on with a reflog that is there, also where it is set to begin none; without one, a commit that HEAD has left is lost. */
async function keepReflog(common: string, adminDirectory: string): Promise<void> {
  if (isDirectory(join(common, "reftable"))) return;
  await mkdir(join(adminDirectory, "logs"), { recursive: true });
  await appendFile(join(adminDirectory, "logs/HEAD"), "");
}

/** The same sub-path. One that the commit does not have is made, empty; one that leads out of the worktree is none. */
function placeIn(
  path: string,
  root: string,
  cwd: string,
): { ok: true; cwd: string } | { ok: false; problem: string } {
  const within = relative(root, cwd);
  if (within.startsWith("..") || isAbsolute(within))
    return { ok: false, problem: `The directory ${cwd} is not in the repository ${root}.` };
  const place = join(path, within);
  try {
    mkdirSync(place, { recursive: true });
    const real = realpathSync(place);
    if (real === path || real.startsWith(`${path}${sep}`)) return { ok: true, cwd: real };
    return { ok: false, problem: `In the base commit, ${within} leads out of the repository, to ${real}.` };
  } catch {
    return { ok: false, problem: `In the base commit, ${within || dirname(place)} is no directory.` };
  }
}
