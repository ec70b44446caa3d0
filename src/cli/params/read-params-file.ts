import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import type { JsonObject } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { fileTrouble } from "../../lib/file-trouble.ts";
import { parseStrictJson } from "../../lib/index.ts";

/** The object in a params file, `-` for stdin. Errors: `PARAM_INVALID`. */
export async function readParamsFile(path: string, cwd: string, stdin: Readable): Promise<JsonObject> {
  const text = path === "-" ? await readAll(stdin) : await readText(resolve(cwd, path), path);
  const name = path === "-" ? "stdin" : path;
  const parsed = parseStrictJson(text);
  if (!parsed.ok) {
    throw new AkmError("PARAM_INVALID", `The params in ${name} are not one JSON value: ${parsed.message}.`);
  }
  const { value } = parsed;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new AkmError("PARAM_INVALID", `The params in ${name} are not a JSON object.`, {
    hint: 'Write them as {"name": value, …}.',
  });
}

async function readText(path: string, shown: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new AkmError("PARAM_INVALID", `The params file ${shown} cannot be read: ${fileTrouble(cause)}.`, {
      cause,
    });
  }
}

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}
