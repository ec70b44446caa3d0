import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "../../../host/index.ts";
import type { AgentExamination, AgentFinding, Dispatcher, DispatchRequest } from "../../../ports/index.ts";
import type { AttemptOutcome, ProcessIdentity } from "../../../run/index.ts";
import { ProcessGroup } from "../../process/process-group.ts";
import { CONFORMANCE_CASES, type ConformanceCase } from "./cases.ts";
import type { Stage } from "./stage.ts";

export interface Examination extends AgentExamination {
  dispatcher: Pick<Dispatcher, "dispatch">;
  /** Absent: cases that only a stage can bring about are not examined, and the others ask the engine's own model. */
  stage?: Stage;
}

/** Without a stage nobody tells that an agent is at work, so it is given this long. */
const AT_WORK_MS = 1500;

/** Puts an agent into ten situations, one after the other, and tells how it came out of each. */
export async function examineAgent(examination: Examination): Promise<AgentFinding[]> {
  const findings: AgentFinding[] = [];
  for (const conformanceCase of CONFORMANCE_CASES) {
    const finding = await examineCase(examination, conformanceCase);
    // What was cut off says nothing about the agent.
    if (examination.signal.aborted) break;
    findings.push(finding);
    examination.onFinding?.(finding);
  }
  return findings;
}

async function examineCase(
  examination: Examination,
  conformanceCase: ConformanceCase,
): Promise<AgentFinding> {
  const { stage } = examination;
  const { name, needsStage, scene, prompt } = conformanceCase;
  if (needsStage === true && stage === undefined)
    return { name, verdict: "not examined", told: "needs a scripted model" };
  stage?.play(scene);
  const { outcome, pid } = await attempt(examination, conformanceCase);
  const told = outcome.status === "completed" ? "completed" : outcome.failureReason;
  if (stage === undefined && isBusy(conformanceCase) && outcome.status === "completed")
    return { name, verdict: "not examined", told: "it had answered before" };
  const problem = problemWith(examination, conformanceCase, outcome, pid, stage?.received(prompt) ?? true);
  return problem === undefined ? { name, verdict: "pass", told } : { name, verdict: "fail", told: problem };
}

function isBusy({ scene }: ConformanceCase): boolean {
  return scene.kind === "busy";
}

function problemWith(
  { engine, stage }: Examination,
  conformanceCase: ConformanceCase,
  outcome: AttemptOutcome,
  pid: number | undefined,
  hasArrived: boolean,
): string | undefined {
  if (!conformanceCase.accepts(outcome, stage !== undefined)) return describe(outcome);
  // The server of the SDK is shared and lives on.
  if (engine.platform !== "opencode-sdk" && pid !== undefined && isRunning(pid))
    return "its process lives on";
  // One that was ended may not have been asked yet.
  return hasArrived || outcome.status === "failed" ? undefined : "the prompt did not arrive as it was";
}

function describe(outcome: AttemptOutcome): string {
  if (outcome.status === "failed") return `${outcome.failureReason}: ${outcome.error}`;
  return `completed with ${JSON.stringify(outcome.result)}`;
}

async function attempt(
  examination: Examination,
  conformanceCase: ConformanceCase,
): Promise<{ outcome: AttemptOutcome; pid: number | undefined }> {
  const { dispatcher, stage, signal } = examination;
  const cancel = new AbortController();
  const over = new AbortController();
  const stop = () => cancel.abort();
  signal.addEventListener("abort", stop, { once: true });
  let process: ProcessIdentity | undefined;
  const onProcess = (identity: () => ProcessIdentity) => {
    process = identity();
    const { pid } = process;
    if (conformanceCase.strike !== undefined) void strike(pid);
  };
  const strike = async (pid: number) => {
    await (stage?.atWork() ?? sleep(AT_WORK_MS, undefined, { signal: over.signal }).catch(() => undefined));
    if (over.signal.aborted) return;
    if (conformanceCase.strike === "cancel") cancel.abort();
    else new ProcessGroup(pid).signal("SIGKILL");
  };
  const events = { onProcess, onWarning: () => undefined };
  const outcome = await dispatcher.dispatch(requestOf(examination, conformanceCase), cancel.signal, events);
  over.abort();
  signal.removeEventListener("abort", stop);
  return { outcome, pid: process?.pid };
}

function requestOf(
  { engine, directory }: Examination,
  { name, prompt, schema, timeoutMs }: ConformanceCase,
): DispatchRequest {
  const unitId = `conformance:${name.replaceAll(" ", "-")}`;
  return {
    runId: "conformance",
    stepId: "conformance",
    unitId,
    dispatchId: unitId,
    attempt: 1,
    target: { kind: "command", engine },
    instructions: prompt,
    cwd: directory,
    timeoutMs,
    env: [],
    context: { params: "{}" },
    prompt: () => ({ text: prompt, parts: [] }),
    ...(schema === undefined ? {} : { outputSchema: schema }),
  };
}
