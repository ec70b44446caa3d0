import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { argumentAt, type Call, switchOn, textFlag } from "../call.ts";
import type { Answer, Verb } from "../verb.ts";
import { loadWorkflow } from "../workflows/load-workflow.ts";
import { printWorkflow } from "../workflows/print-workflow.ts";

export const workflowCreate: Verb = {
  summary: "Write a new workflow whose steps run at once, to start from",
  arguments: [{ name: "name", summary: "Its name; sub-folders are given with /", required: true }],
  flags: [
    { name: "path", value: "dir", summary: "The directory to write it to, instead of a bundle's workflows/" },
    { name: "from", value: "file", summary: "Copy this workflow file" },
    { name: "reset", summary: "With --force: write the starter over what is there" },
    { name: "force", summary: "Replace a workflow of that name; needs --from or --reset" },
    { name: "print", summary: "Print what would be written, and write nothing" },
  ],
  example: "akm workflow create release",
  run: create,
};

async function create(call: Call): Promise<Answer> {
  const force = switchOn(call, "force");
  const from = textFlag(call, "from");
  if (force && from === undefined && !switchOn(call, "reset")) {
    throw new AkmError(
      "MISSING_REQUIRED_ARGUMENT",
      "--force replaces a workflow, so it must be said with what.",
      {
        hint: "Add --from <file>, or --reset for the starter.",
      },
    );
  }
  const name = argumentAt(call, 0);
  const disk = await call.machine.disk();
  const workspace = await call.machine.workspace();
  const content =
    from === undefined
      ? disk.starterWorkflow(name)
      : await contentOf(call, resolve(workspace.cwd, from), from);
  const directory = textFlag(call, "path");
  const place = disk.placeWorkflow({
    name,
    extension: from === undefined ? ".md" : extname(from),
    ...(directory === undefined ? {} : { directory }),
    bundles: await workspace.bundles(),
    cwd: workspace.cwd,
  });
  const envelope = { ok: true, shape: "workflow-create", schemaVersion: RESULT_SCHEMA_VERSION, ...place };
  if (switchOn(call, "print")) return printWorkflow(call, envelope, String(content));
  disk.writeWorkflow(place, content, force, from === undefined ? "--force --reset" : "--force");
  return {
    ending: { kind: "done" },
    result: {
      envelope,
      text: () => `Wrote ${place.path}\nRun it: akm workflow run ${place.ref}`,
    },
  };
}

/** The file's bytes, once it is known to be a workflow. Errors: `ASSET_NOT_FOUND`, `WORKFLOW_SOURCE_INVALID`. */
async function contentOf(call: Call, path: string, displayPath: string): Promise<Uint8Array> {
  const workspace = await call.machine.workspace();
  const { findWorkflow } = await call.machine.disk();
  const location = findWorkflow(path, [], workspace.cwd);
  await loadWorkflow(call.machine, { ...location, displayPath });
  return readFileSync(location.path);
}
