import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { isatty } from "node:tty";
import { AkmError } from "../../errors/index.ts";
import type { Call } from "../call.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * A value that must not stand on a command line: asked for without showing it where stdin is a terminal, else all of stdin without one
 * final newline (decision S11). Errors: `MISSING_REQUIRED_ARGUMENT` when there is none, `INVALID_FLAG_VALUE` when it is too large.
 */
export async function readValue(call: Call, what: string, bytesMax: number): Promise<Buffer> {
  const value = isatty(0) ? await askFor(call, what) : await readStdin(call, bytesMax);
  if (value.length === 0) {
    throw new AkmError("MISSING_REQUIRED_ARGUMENT", `There is no value for ${what}: stdin is empty.`, {
      hint: "Pipe the value in, or type it when it is asked for.",
    });
  }
  if (value.length > bytesMax) {
    throw new AkmError("INVALID_FLAG_VALUE", `The value for ${what} is larger than ${bytesMax} bytes.`);
  }
  return value;
}

/** No more is read than tells that it is too much, a newline at the end allowed for. */
async function readStdin(call: Call, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of call.host.stdin) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    length += (chunk as Uint8Array).length;
    if (length > bytesMax + 2) break;
  }
  return withoutFinalNewline(Buffer.concat(chunks));
}

export function withoutFinalNewline(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== LINE_FEED) return bytes;
  return bytes.subarray(0, bytes.at(-2) === CARRIAGE_RETURN ? -2 : -1);
}

async function askFor(call: Call, what: string): Promise<Buffer> {
  const { host } = call;
  host.stderr.write(`Value of ${what} (not shown): `);
  await host.stderr.flush();
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: host.stdin, output: silent, terminal: true, historySize: 0 });
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      lines.once("line", (line) => resolve(Buffer.from(line)));
      lines.once("SIGINT", () => reject(notGiven(what)));
      lines.once("close", () => reject(notGiven(what)));
    });
  } finally {
    lines.close();
    host.stderr.write("\n");
  }
}

function notGiven(what: string): AkmError {
  return new AkmError("MISSING_REQUIRED_ARGUMENT", `No value was given for ${what}; nothing was stored.`);
}
