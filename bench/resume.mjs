// (b) Resuming a run that was killed with all units but one finished.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { akm, akmMain, makeHome, writeMapWorkflow } from "./akm.mjs";
import { summary } from "./measure.mjs";

export async function benchResume({ count, rounds, width = 4 }) {
  const place = makeHome({ width });
  try {
    const runId = await cutBeforeLast(place, { count, width });
    const saved = `${place.env.AKM_DATA_DIR}.cut`;
    cpSync(place.env.AKM_DATA_DIR, saved, { recursive: true });
    const samples = [];
    for (let round = 0; round < rounds; round += 1) {
      rmSync(place.env.AKM_DATA_DIR, { recursive: true });
      cpSync(saved, place.env.AKM_DATA_DIR, { recursive: true });
      samples.push(await resume(place, runId, count));
    }
    return { count, ms: summary(samples) };
  } finally {
    place.remove();
  }
}

async function resume(place, runId, count) {
  const { wallMs, result } = await akm(place, ["workflow", "run", runId]);
  const work = result.executed.find(({ stepId }) => stepId === "work");
  if (!result.done || work.reusedUnits !== count - 1)
    throw new Error("the resume did not reuse what was finished");
  return wallMs;
}

/** Starts the run, whose last unit waits for a file, and kills the engine once every other unit is journaled. */
async function cutBeforeLast(place, { count, width }) {
  const last = `[ "$AKM_ITEM_INDEX" != ${count - 1} ] || while [ ! -e go ]; do sleep 0.05; done`;
  const workflow = writeMapWorkflow(place, { count, width, command: ["sh", "-c", last] });
  const engine = spawn(process.execPath, [akmMain, "workflow", "run", workflow, "--format", "jsonl"], {
    cwd: place.project,
    env: place.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(engine, "exit");
  let runId;
  let finished = 0;
  for await (const line of createInterface({ input: engine.stdout })) {
    const event = JSON.parse(line);
    runId ??= event.runId;
    if (event.type === "unit_finished" && event.stepId === "work") finished += 1;
    if (finished === count - 1) engine.kill("SIGKILL");
  }
  await exited;
  writeFileSync(path.join(place.project, "go"), "");
  if (finished !== count - 1) throw new Error(`the run was cut after ${finished} of ${count} units`);
  return runId;
}
