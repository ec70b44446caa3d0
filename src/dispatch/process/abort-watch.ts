/** One listener on a signal and everyone who waits for it. */
interface Watch {
  callbacks: Set<() => void>;
  listener: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls back when the signal aborts; the returned function takes the callback off again. However many units wait on
 * one signal, it carries one listener, and none once nobody waits.
 */
export function watchAbort(signal: AbortSignal, callback: () => void): () => void {
  const watch = watches.get(signal) ?? startWatch(signal);
  watch.callbacks.add(callback);
  return () => {
    watch.callbacks.delete(callback);
    if (watch.callbacks.size > 0 || watches.get(signal) !== watch) return;
    signal.removeEventListener("abort", watch.listener);
    watches.delete(signal);
  };
}

function startWatch(signal: AbortSignal): Watch {
  const callbacks = new Set<() => void>();
  const listener = () => {
    for (const callback of [...callbacks]) callback();
  };
  const watch = { callbacks, listener };
  signal.addEventListener("abort", listener);
  watches.set(signal, watch);
  return watch;
}
