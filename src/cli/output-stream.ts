import { fstatSync, write } from "node:fs";
import { createRequire } from "node:module";

/** Where lines go: in order, without ever holding up the engine behind a reader that is slow. */
export interface OutputStream {
  isTerminal: boolean;
  write(text: string): void;
  /** Resolves once all that was written is out, or the reader is gone. Never rejects. */
  flush(): Promise<void>;
  /** Why something written was lost, such as a full disk; a reader that has gone away is no failure. */
  failure(): NodeJS.ErrnoException | undefined;
}

const AGAIN_MS = 5;

/** A reader that has gone away (`| head`), or a descriptor closed from the start, ends the output quietly. */
export function openOutputStream(descriptor: number): OutputStream {
  let waiting = "";
  let pumping: Promise<void> | undefined;
  let gone = false;
  let failure: NodeJS.ErrnoException | undefined;

  const pump = async (): Promise<void> => {
    while (waiting !== "" && !gone) {
      const bytes = Buffer.from(waiting);
      waiting = "";
      const end = await writeAll(descriptor, bytes);
      gone = end !== "written";
      if (end instanceof Error) failure = end;
    }
    pumping = undefined;
  };

  return {
    isTerminal: isTerminal(descriptor),
    write(text) {
      if (gone) return;
      waiting += text;
      pumping ??= pump();
    },
    flush: async () => {
      while (pumping !== undefined) await pumping;
    },
    failure: () => failure,
  };
}

/** What a write says when there is nobody to write to. */
const READER_GONE: readonly (string | undefined)[] = ["EPIPE", "EBADF", "EIO"];

/** `gone` when there is nobody to write to. */
async function writeAll(descriptor: number, bytes: Buffer): Promise<"written" | "gone" | Error> {
  for (let at = 0; at < bytes.length; ) {
    const written = await writeSome(descriptor, bytes, at);
    if (written === "gone" || written instanceof Error) return written;
    if (written === "again") await new Promise((later) => setTimeout(later, AGAIN_MS));
    else at += written;
  }
  return "written";
}

function writeSome(
  descriptor: number,
  bytes: Buffer,
  at: number,
): Promise<number | "again" | "gone" | Error> {
  return new Promise((settle) => {
    write(descriptor, bytes, at, bytes.length - at, null, (error, written) => {
      if (error === null) settle(written);
      else if (error.code === "EAGAIN") settle("again");
      else settle(READER_GONE.includes(error.code) ? "gone" : error);
    });
  });
}

/** The terminal module brings the network with it, so it is loaded only for what may be a terminal. */
function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  const { isatty } = createRequire(import.meta.url)("node:tty") as typeof import("node:tty");
  return isatty(descriptor);
}
