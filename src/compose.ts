import type { EngineParts } from "./loop/index.ts";
import type {
  AgentExaminer,
  Clock,
  EnvResolver,
  EventSink,
  Journal,
  LockHolder,
  SnapshotReader,
  Worktrees,
} from "./ports/index.ts";
import type { Workspace } from "./workspace/index.ts";

/** The real parts of akm, each loaded when it is first asked for. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  /** What lies on disk, as seen from the current directory. */
  workspace(): Promise<Workspace>;
  /** What the configuration says of the output format, without checking the rest of it. */
  configuredFormat(): Promise<{ value: unknown; path: string } | undefined>;
  disk(): Promise<typeof import("./workspace/index.ts")>;
  source(): Promise<typeof import("./source/index.ts")>;
  plan(): Promise<typeof import("./plan/index.ts")>;
  loop(): Promise<typeof import("./loop/index.ts")>;
  dispatch(): Promise<typeof import("./dispatch/index.ts")>;
  /** Finds what env and secret refs stand for. */
  envResolver(): Promise<EnvResolver>;
  /** To read runs; undefined when nothing was ever run here. Creates nothing. */
  openReader(onNotice: (message: string) => void): Promise<SnapshotReader | undefined>;
  /** The state database to write, or another one at `path`. */
  openJournal(onNotice: (message: string) => void, path?: string): Promise<Journal>;
  /** Who drives a run, without taking its lock. */
  lockHolder(runId: string): Promise<LockHolder | undefined>;
  engine(journal: Journal, sink: EventSink): Promise<Engine>;
  /** To see how a configured agent fares. */
  agentExaminer(): Promise<AgentExaminer>;
  /** The worktrees of all runs; undefined where no unit ever had one. */
  worktrees(): Promise<Worktrees | undefined>;
  /** Before this process ends in the middle of things: kills what works for its engines and gives up their locks. Never throws. */
  endNow(): void;
}

export interface Engine {
  parts: EngineParts;
  /** Kills every process that works for the engine, at once. */
  killAllNow(): void;
  /** Gives up the locks it holds, at once. Never throws. */
  releaseLocksNow(): void;
}

export function composeMachine(env: NodeJS.ProcessEnv, cwd: () => string): Machine {
  let opened: Promise<Workspace> | undefined;
  /** Whatever has processes that work for it. */
  const atWork: { killAllNow(): void }[] = [];
  const locks: { releaseLocksNow(): void }[] = [];
  const disk = () => import("./workspace/index.ts");
  const workspace = () => {
    opened ??= disk().then(({ openWorkspace }) => openWorkspace(env, cwd));
    return opened;
  };
  const statePath = async () => (await disk()).stateDatabasePath((await workspace()).directories);
  const locksDirectory = async () => (await disk()).runLocksDirectory((await workspace()).directories);
  const worktreesPath = async () => (await disk()).worktreesDirectory((await workspace()).directories);
  const store = () => import("./store/index.ts");
  const dispatch = () => import("./dispatch/index.ts");
  const envResolver = async () => (await disk()).createEnvResolver(env);

  const lockHolder = async (runId: string) => {
    const dir = await locksDirectory();
    const { readLockHolder } = await store();
    return await readLockHolder(dir, runId);
  };

  return {
    env,
    workspace,
    disk,
    source: () => import("./source/index.ts"),
    plan: () => import("./plan/index.ts"),
    loop: () => import("./loop/index.ts"),
    dispatch,
    envResolver,
    configuredFormat: async () => (await disk()).peekOutputFormat((await workspace()).configFiles()),
    openReader: async (onNotice) => {
      const path = await statePath();
      const { openJournalReader } = await store();
      return await openJournalReader({ path, onNotice });
    },
    openJournal: async (onNotice, path) => {
      const { openJournal } = await store();
      return await openJournal({ path: path ?? (await statePath()), onNotice });
    },
    lockHolder,
    worktrees: async () => {
      const root = await worktreesPath();
      if (!(await disk()).isDirectory(root)) return undefined;
      const { openWorktrees } = await dispatch();
      // Where that cannot be told a worktree may be in use, and stays.
      const isHeld = (runId: string) =>
        lockHolder(runId).then(
          (holder) => holder !== undefined,
          () => true,
        );
      const keeper = openWorktrees({ environment: env, root, isHeld });
      atWork.push(keeper);
      return keeper;
    },
    engine: async (journal, sink) => {
      const [{ createRunLock }, dispatching, { hostConcurrency }, dir] = await Promise.all([
        store(),
        dispatch(),
        disk(),
        locksDirectory(),
      ]);
      dispatching.keepHeapSmall();
      const clock = systemClock();
      const redactor = new dispatching.Redactor();
      const dispatcher = dispatching.createDispatcher({
        environment: env,
        envResolver: await envResolver(),
        worktrees: await worktreesPath(),
        redactor,
      });
      const runLock = createRunLock({ dir, journal, now: () => clock.now() });
      const parts = {
        journal: dispatching.redactingJournal(journal, redactor),
        runLock,
        dispatcher,
        clock,
        sink: dispatching.redactingSink(sink, redactor),
        hostConcurrency: hostConcurrency(env),
      };
      const engine: Engine = {
        parts,
        killAllNow: () => dispatcher.killAllNow(),
        releaseLocksNow: () => runLock.releaseAllNow(),
      };
      atWork.push(engine);
      locks.push(engine);
      return engine;
    },
    agentExaminer: async () => {
      const examiner = (await dispatch()).createAgentExaminer(env);
      atWork.push(examiner);
      return examiner;
    },
    endNow: () => {
      for (const worker of atWork) worker.killAllNow();
      for (const holder of locks) holder.releaseLocksNow();
    },
  };
}

function systemClock(): Clock {
  return {
    now: () => new Date().toISOString(),
    monotonicMs: () => performance.now(),
    sleep: (ms, signal) =>
      new Promise((wake) => {
        const timer = setTimeout(done, ms);
        signal.addEventListener("abort", done, { once: true });
        if (signal.aborted) done();
        function done(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          wake();
        }
      }),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
  };
}
