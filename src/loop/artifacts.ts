import type { Json } from "../contract/index.ts";
import type { JournalReader } from "../ports/index.ts";
import { foldAttempts, type RunState, type SpinePosition, spineOf, unitResults } from "../run/index.ts";
import {
  type Bindings,
  type BoundArtifact,
  reduce,
  referencedSteps,
  resolveReference,
  routeArtifact,
} from "../step/index.ts";

/**
 * What the named steps handed on, rebuilt from the journal's attempts: the one way artifacts reach a later step, on a first run and
 * on a resumed one (decision R2). Steps that have not finished are left out.
 */
export async function loadBindings(
  state: RunState,
  stepIds: readonly string[],
  journal: JournalReader,
): Promise<Bindings> {
  const spine = new Map(spineOf(state).map((position) => [position.planned.id, position]));
  const artifacts = new Map<string, BoundArtifact>();
  for (const stepId of stepIds) {
    const position = spine.get(stepId);
    const artifact = position && (await loadArtifact(state, position, journal));
    if (artifact !== undefined) artifacts.set(stepId, artifact);
  }
  return { params: state.run.params, artifacts };
}

async function loadArtifact(
  state: RunState,
  { planned, record }: SpinePosition,
  journal: JournalReader,
): Promise<BoundArtifact | undefined> {
  if (record.status === "skipped") return { skipped: true };
  if (record.status !== "completed") return undefined;
  if (planned.kind === "route") {
    const value = await loadRouteInput(state, planned.input, journal);
    return { skipped: false, value: routeArtifact(record.selectedStepId ?? "", value) };
  }
  const states = await foldAttempts(journal.loadAttempts(state.run.runId, planned.id), planned.id);
  return { skipped: false, value: reduce(planned, unitResults(states, record.unitCount ?? 0, record.loop)) };
}

/** A route reads only what lies before it, so this ends. */
async function loadRouteInput(state: RunState, input: string, journal: JournalReader): Promise<Json> {
  const resolved = resolveReference(input, await loadBindings(state, referencedSteps([input]), journal));
  return resolved.ok ? resolved.value : null;
}
