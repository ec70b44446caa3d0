import { resolve } from "node:path";
import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { EnvEntry } from "../../ports/index.ts";
import type { ExportSyntax } from "../../workspace/index.ts";
import { argumentAt, type Call, textFlag } from "../call.ts";
import { resolveRefs } from "../secrets/resolve-refs.ts";
import type { Answer, Verb } from "../verb.ts";

export const envExport: Verb = {
  summary:
    "Print an env file's variables for a shell to read, or write them to a file that only you can read",
  arguments: [{ name: "ref", summary: "env/<name>", required: true, completes: "env" }],
  flags: [
    { name: "as", value: "syntax", summary: "sh (unless told), fish, powershell or dotenv" },
    { name: "out", value: "file", summary: "Write to this file instead" },
  ],
  example: 'eval "$(akm env export env/ci)"',
  run: exportEnv,
};

async function exportEnv(call: Call): Promise<Answer> {
  const { normalizeAssetRef } = await call.machine.disk();
  const ref = normalizeAssetRef(argumentAt(call, 0), "env");
  const syntax = await syntaxOf(call);
  const entries = await resolveRefs(call, [{ kind: "group", ref }]);
  const text = await linesOf(call, entries, syntax);
  const out = textFlag(call, "out");
  if (out !== undefined) return await written(call, ref, entries, text, out);
  return printed(call, ref, entries, text);
}

async function syntaxOf(call: Call): Promise<ExportSyntax> {
  const { EXPORT_SYNTAXES } = await call.machine.disk();
  const stated = textFlag(call, "as") ?? "sh";
  const syntax = EXPORT_SYNTAXES.find((known) => known === stated);
  if (syntax !== undefined) return syntax;
  throw new AkmError("INVALID_FLAG_VALUE", `--as is "${stated}".`, {
    hint: `Use one of ${EXPORT_SYNTAXES.join(", ")}.`,
  });
}

async function linesOf(call: Call, entries: readonly EnvEntry[], syntax: ExportSyntax): Promise<string> {
  const { exportLines } = await call.machine.disk();
  const lines = exportLines(entries, syntax);
  if (lines.ok) return lines.text;
  throw new AkmError("INVALID_FLAG_VALUE", `The value of ${lines.name} cannot be written as ${syntax}.`, {
    hint: "Use --as sh.",
  });
}

/** The lines themselves, unless a format was asked for: they are meant for a shell. */
function printed(call: Call, ref: string, entries: readonly EnvEntry[], text: string): Answer {
  if (!call.formatStated || call.format === "text") {
    call.host.stdout.write(text);
    return { ending: { kind: "done" } };
  }
  const values = Object.fromEntries(entries.map(({ name, value }) => [name, value]));
  const envelope = { ok: true, shape: "env-export", schemaVersion: RESULT_SCHEMA_VERSION, ref, values };
  return { ending: { kind: "done" }, result: { envelope, text: () => text } };
}

async function written(
  call: Call,
  ref: string,
  entries: readonly EnvEntry[],
  text: string,
  out: string,
): Promise<Answer> {
  const { writePrivateFile } = await call.machine.disk();
  const { cwd } = await call.machine.workspace();
  const path = resolve(cwd, out);
  writePrivateFile(path, Buffer.from(text), true);
  const keys = entries.map(({ name }) => name);
  return {
    ending: { kind: "done" },
    result: {
      envelope: { ok: true, shape: "env-export", schemaVersion: RESULT_SCHEMA_VERSION, ref, path, keys },
      text: () => `Wrote ${path}`,
    },
  };
}
