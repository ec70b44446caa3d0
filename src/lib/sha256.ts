import { createRequire } from "node:module";

type Crypto = typeof import("node:crypto");

/** SHA-256 of the bytes, or of the text's UTF-8 bytes, in lower-case hex. */
export function sha256Hex(data: string | Uint8Array): string {
  hash ??= chooseHash();
  return hash(data);
}

let hash: ((data: string | Uint8Array) => string) | undefined;

/** Cryptography is slow to load, so it is loaded with the first thing to hash: most commands have none. */
function chooseHash(): (data: string | Uint8Array) => string {
  const crypto: Crypto = createRequire(import.meta.url)("node:crypto");
  // The one-shot form is several times faster on short text; Node 20 has it only from 20.12 on.
  return typeof crypto.hash === "function"
    ? (data) => crypto.hash("sha256", data, "hex")
    : (data) => crypto.createHash("sha256").update(data).digest("hex");
}
