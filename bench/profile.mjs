// Where the engine's time goes: `node bench/profile.mjs [count] [width]` runs a map of `true` under the CPU profiler
// and prints self time by place, heaviest first.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { akm, makeHome, writeMapWorkflow } from "./akm.mjs";

/** `[{place, ms, share}]`, at most `rows` of them. */
export async function profileMap({ count, width, rows = 15 }) {
  const place = makeHome({ width });
  try {
    const workflow = writeMapWorkflow(place, { count, width });
    await akm(place, ["workflow", "run", workflow], ["--cpu-prof", `--cpu-prof-dir=${place.home}`]);
    const file = readdirSync(place.home).find((name) => name.endsWith(".cpuprofile"));
    return heaviest(JSON.parse(readFileSync(path.join(place.home, file), "utf8")), rows);
  } finally {
    place.remove();
  }
}

function heaviest({ nodes, samples, timeDeltas }, rows) {
  const selfMs = new Map();
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  for (const [index, id] of samples.entries()) {
    const name = places.get(id);
    selfMs.set(name, (selfMs.get(name) ?? 0) + timeDeltas[index] / 1000);
  }
  const total = [...selfMs.values()].reduce((sum, ms) => sum + ms, 0);
  return [...selfMs]
    .sort(([, a], [, b]) => b - a)
    .slice(0, rows)
    .map(([name, ms]) => ({ place: name, ms, share: ms / total }));
}

function placeOf({ functionName, url }) {
  const file = url === "" ? "" : ` (${url.startsWith("node:") ? url : path.basename(url)})`;
  return `${functionName || "anonymous"}${file}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = 1000, width = 1] = process.argv.slice(2).map(Number);
  for (const { place, ms, share } of await profileMap({ count, width })) {
    process.stdout.write(
      `${ms.toFixed(0).padStart(7)} ms ${(share * 100).toFixed(1).padStart(5)} %  ${place}\n`,
    );
  }
}
