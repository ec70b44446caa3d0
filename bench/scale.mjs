// (d) and (e) Peak memory of the engine, and whether a unit gets dearer when there are many.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { akm, makeHome, writeMapWorkflow } from "./akm.mjs";
import { summary } from "./measure.mjs";

const reportPeak = pathToFileURL(
  path.join(path.dirname(fileURLToPath(import.meta.url)), "report-peak.mjs"),
).href;

export async function benchScale({ small, large, width = 4 }) {
  const few = await measureMap({ ...small, width });
  const many = await measureMap({ ...large, width });
  return { width, small: { count: small.count, ...few }, large: { count: large.count, ...many } };
}

/** Time of the map step alone, per unit, so that start-up does not blur it; peak resident memory in MiB. */
async function measureMap({ count, rounds, width }) {
  const place = makeHome({ width });
  try {
    const workflow = writeMapWorkflow(place, { count, width });
    const perUnitMs = [];
    const peakMiB = [];
    for (let round = 0; round < rounds; round += 1) {
      const peakFile = path.join(place.home, "peak");
      place.env.AKM_BENCH_PEAK_FILE = peakFile;
      const { result } = await akm(place, ["workflow", "run", workflow, "--new"], ["--import", reportPeak]);
      const { startedAt, completedAt } = result.workflow.steps.find(({ id }) => id === "work");
      perUnitMs.push((Date.parse(completedAt) - Date.parse(startedAt)) / count);
      peakMiB.push(Number(readFileSync(peakFile, "utf8")));
    }
    return { perUnitMs: summary(perUnitMs), peakMiB: summary(peakMiB) };
  } finally {
    place.remove();
  }
}
