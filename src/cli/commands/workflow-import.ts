import { basename, extname, resolve } from "node:path";
import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { Finding } from "../../source/index.ts";
import { argumentAt, type Call, switchOn, textFlag } from "../call.ts";
import type { Answer, Verb } from "../verb.ts";
import { printWorkflow } from "../workflows/print-workflow.ts";
import { refuseSource } from "../workflows/refuse-source.ts";

export const workflowImport: Verb = {
  summary: "Convert an ordinary GitHub workflow of one job into a Markdown workflow",
  arguments: [{ name: "file", summary: "The GitHub workflow file", required: true }],
  flags: [
    { name: "name", value: "name", summary: "What to call the workflow, instead of what the file is called" },
    { name: "path", value: "dir", summary: "The directory to write it to, instead of a bundle's workflows/" },
    { name: "force", summary: "Replace a workflow of that name" },
    { name: "print", summary: "Print what would be written, and write nothing" },
  ],
  example: "akm workflow import .github/workflows/ci.yml",
  run: importFile,
};

async function importFile(call: Call): Promise<Answer> {
  const file = argumentAt(call, 0);
  const { text, notes } = await convert(call, file);
  const { placeWorkflow, writeWorkflow } = await call.machine.disk();
  const workspace = await call.machine.workspace();
  const directory = textFlag(call, "path");
  const place = placeWorkflow({
    name: textFlag(call, "name") ?? basename(file, extname(file)),
    extension: ".md",
    ...(directory === undefined ? {} : { directory }),
    bundles: await workspace.bundles(),
    cwd: workspace.cwd,
  });
  const envelope = {
    ok: true,
    shape: "workflow-import",
    schemaVersion: RESULT_SCHEMA_VERSION,
    ...place,
    notes: notes.map(({ line, column, message }) => ({ line, column, message })),
  };
  for (const { line, column, message } of notes) call.say.notice(`${file}:${line}:${column}: ${message}`);
  if (switchOn(call, "print")) return printWorkflow(call, envelope, text);
  writeWorkflow(place, text, switchOn(call, "force"));
  return {
    ending: { kind: "done" },
    result: { envelope, text: () => `Wrote ${place.path}\nRun it: akm workflow run ${place.ref}` },
  };
}

/** Errors: `ASSET_NOT_FOUND`; `WORKFLOW_SOURCE_INVALID` or `COMPOSITION_INVALID` with all that cannot be converted. */
async function convert(call: Call, file: string): Promise<{ text: string; notes: Finding[] }> {
  const [{ readWorkflowFile }, { importGithub }] = await Promise.all([
    call.machine.disk(),
    call.machine.source(),
  ]);
  const { cwd } = await call.machine.workspace();
  const { text, notes, refusals } = importGithub(readWorkflowFile(resolve(cwd, file)).bytes);
  if (text !== undefined) return { text, notes };
  const hint =
    "Change that in a copy of the file and convert the copy; docs/github-yaml.md says what converts.";
  throw refuseSource("workflows", file, refusals, hint);
}
