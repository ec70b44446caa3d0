/** How long a server may take to end its response after its last event; a connection that ended can be used again. */
const GRACE_MS = 500;

/** A stream's last event, whole: as OpenAI-compatible servers send it, and as Anthropic's do. No string inside of JSON holds a line break. */
const LAST_EVENT = /(?:^|[\r\n])data: ?(?:\[DONE\]|\{\s*"type"\s*:\s*"message_stop")[^\r\n]*[\r\n]/;
/** Longer than the beginning of a last event that two chunks share. */
const TAIL_CHARS = 256;

/** The chunks up to their end. An answer that was told in full stands: behind it, a reset is an end and silence is not waited out. */
export async function* untilTold(
  chunks: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  let tail = "";
  let isTold = false;
  for (;;) {
    const next = isTold ? await endedWithin(chunks.next(), GRACE_MS) : await chunks.next();
    if (next.done === true) return;
    const text = tail + Buffer.from(next.value).toString("latin1");
    isTold ||= LAST_EVENT.test(text);
    tail = text.slice(-TAIL_CHARS);
    yield next.value;
  }
}

async function endedWithin<T>(
  next: Promise<IteratorResult<T, void>>,
  ms: number,
): Promise<IteratorResult<T, void>> {
  const end = { done: true, value: undefined } as const;
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<typeof end>((resolve) => {
    timer = setTimeout(resolve, ms, end);
  });
  try {
    return await Promise.race([next.catch(() => end), grace]);
  } finally {
    clearTimeout(timer);
  }
}
