import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ENV_FILE_BYTES_MAX, RESULT_SCHEMA_VERSION, withoutBundle } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { fileTrouble } from "../../lib/file-trouble.ts";
import { argumentAt, type Call, textFlag } from "../call.ts";
import type { Answer, Verb } from "../verb.ts";

export const envCreate: Verb = {
  summary: "Make an env file that only you can read, empty or from another file",
  arguments: [{ name: "name", summary: "Its name; sub-folders are given with /", required: true }],
  flags: [{ name: "from-file", value: "file", summary: "Take this .env file's content; - reads stdin" }],
  example: "akm env create ci --from-file .env",
  run: create,
};

const EMPTY_FILE = `# NAME=value, one a line. Quote values that hold blanks, # or quotes.
# \${secret:<name>} puts in a secret of this bundle (akm secret set <name>).
`;

async function create(call: Call): Promise<Answer> {
  const from = textFlag(call, "from-file");
  const disk = await call.machine.disk();
  const workspace = await call.machine.workspace();
  const asset = disk.placeAsset(argumentAt(call, 0), "env", {
    bundles: await workspace.bundles(),
    cwd: workspace.cwd,
  });
  const content = from === undefined ? Buffer.from(EMPTY_FILE) : await contentOf(call, from);
  disk.writeAsset(asset, content, false);
  const { ref, path, bundle } = asset;
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "env-create",
        schemaVersion: RESULT_SCHEMA_VERSION,
        ref,
        path,
        bundleDir: bundle.directory,
      },
      text: () => `Wrote ${path}\nUse it in a unit: env: [${withoutBundle(ref)}]`,
    },
  };
}

/** Errors: `ASSET_NOT_FOUND`; `INVALID_FLAG_VALUE` for what is no env file, naming the line and nothing on it. */
async function contentOf(call: Call, from: string): Promise<Buffer> {
  const bytes = from === "-" ? await readAll(call) : await readNamed(call, from);
  if (bytes.length > ENV_FILE_BYTES_MAX)
    throw new AkmError("INVALID_FLAG_VALUE", `${from} is larger than ${ENV_FILE_BYTES_MAX} bytes.`);
  const { parseEnvFile } = await call.machine.disk();
  const parsed = await parseEnvFile(bytes.toString("utf8"));
  if (parsed.ok) return bytes;
  throw new AkmError("INVALID_FLAG_VALUE", `${from} is no env file: ${parsed.problem}.`);
}

async function readNamed(call: Call, from: string): Promise<Buffer> {
  const { cwd } = await call.machine.workspace();
  try {
    return await readFile(resolve(cwd, from));
  } catch (cause) {
    throw new AkmError("ASSET_NOT_FOUND", `${from} cannot be read: ${fileTrouble(cause)}.`, { cause });
  }
}

async function readAll({ host }: Call): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of host.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
