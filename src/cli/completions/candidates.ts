import { OUTPUT_FORMATS, withoutBundle } from "../../contract/index.ts";
import { RUN_EVENT_TYPES } from "../../run/index.ts";
import type { Call } from "../call.ts";
import type { ArgumentSpec } from "../verb.ts";
import { COMPLETION_SHELLS } from "./shells.ts";

export type Completable = NonNullable<ArgumentSpec["completes"]> | "format" | "event-type";

export interface Candidate {
  value: string;
  summary: string;
}

const RUNS_OFFERED_MAX = 20;

/** What a word may be completed to. A machine that cannot answer offers nothing: a shell is no place for errors. */
export async function candidatesFor(call: Call, of: Completable): Promise<Candidate[]> {
  try {
    switch (of) {
      case "workflow":
        return [...(await workflows(call)), ...(await runs(call))];
      case "run":
        return [...(await runs(call)), ...(await workflows(call))];
      case "config-key":
        return (await call.machine.disk()).CONFIG_KEYS.map(plain);
      case "shell":
        return COMPLETION_SHELLS.map(plain);
      case "format":
        return OUTPUT_FORMATS.map(plain);
      case "event-type":
        return RUN_EVENT_TYPES.map(plain);
      case "env":
        return await assets(call, "env");
      case "secret":
        return await assets(call, "secrets");
      case "task":
        return await assets(call, "tasks");
    }
  } catch {
    return [];
  }
}

async function workflows(call: Call): Promise<Candidate[]> {
  const { listWorkflows } = await call.machine.disk();
  const bundles = await (await call.machine.workspace()).bundles();
  return bundles.flatMap((bundle) =>
    listWorkflows(bundle)
      .filter(({ file }) => !file.endsWith(".yaml"))
      .map(({ ref, file }) => ({
        value: withoutBundle(ref),
        summary: `${bundle.name}, ${file}`,
      })),
  );
}

async function assets(call: Call, folder: "env" | "secrets" | "tasks"): Promise<Candidate[]> {
  const { listAssets } = await call.machine.disk();
  const bundles = await (await call.machine.workspace()).bundles();
  return bundles.flatMap((bundle) =>
    listAssets(bundle, folder).map(({ ref }) => ({
      value: withoutBundle(ref),
      summary: bundle.name,
    })),
  );
}

async function runs(call: Call): Promise<Candidate[]> {
  const reader = await call.machine.openReader(() => undefined);
  try {
    const scopeKey = await (await call.machine.workspace()).scopeKey();
    const found = (await reader?.listRuns({ scopeKey, limit: RUNS_OFFERED_MAX })) ?? [];
    return found.map((run) => ({ value: run.runId, summary: `${run.workflowRef}, ${run.status}` }));
  } finally {
    reader?.close();
  }
}

function plain(value: string): Candidate {
  return { value, summary: "" };
}
