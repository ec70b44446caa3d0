/** One engine drives a run (decision R9). */
export interface RunLock {
  /**
   * Takes the run's lock file. Rejects with `RUN_LEASE_HELD`, naming the holder, when a live process has it;
   * `takeOver` removes a holder of another host or pid namespace that cannot be examined from here.
   */
  acquire(runId: string, options: { takeOver: boolean }): Promise<RunLockHandle>;
}

export interface RunLockHandle {
  /** Removes the file if it is still ours. Never throws. */
  release(): Promise<void>;
}

export interface LockHolder {
  pid: number;
  host: string;
  /** Opaque identity tokens, compared for equality; absent where the platform tells none. */
  startToken?: string;
  bootId?: string;
  pidNamespace?: string;
  /** RFC 3339 UTC. */
  acquiredAt: string;
}
