// Numbers into Markdown, for the terminal and for RESULTS.md alike.
import { execFileSync } from "node:child_process";
import os from "node:os";
import { judge } from "./targets.mjs";

/** The whole of RESULTS.md. */
export function renderResults(results) {
  const verdicts = Object.entries(results).flatMap(([name, result]) => judge(name, result));
  const sections = Object.entries(results).map(([name, result]) => renderSection(name, result));
  return `# Benchmark results

Repeat with \`npm ci && npm run build && node bench/run.mjs\` (about 20 minutes on two quiet cores; GNU
parallel and make must be there). Contenders take turns within one run, so that a ratio compares equals;
milliseconds are of this machine and mean little on another.

${machine()}

${table(
  ["promise", "target", "reached", ""],
  verdicts.map(({ name, target, reached, met }) => [name, target, reached, met ? "met" : "**missed**"]),
)}

${sections.join("\n\n")}
`;
}

export function renderSection(name, result) {
  return `## ${TITLES[name]}\n\n${RENDERERS[name](result)}`;
}

const TITLES = {
  "sync-cost": "What the disk asks for",
  "cold-start": "Cold start",
  "fan-out": "A map of `true`",
  ask: "A question to a model",
  resume: "Resuming a run that was almost done",
  scale: "Many units",
  profile: "Where the time goes",
};

const RENDERERS = {
  "sync-cost": ({ count, ms }) =>
    `${count} appends of 4 KiB, milliseconds in all; the difference is what durability costs before akm does anything.\n\n${timesTable(ms, 1, "ms")}`,
  "cold-start": ({ ms }) => `Milliseconds a process.\n\n${timesTable(ms, 1, "ms")}`,
  "fan-out": (results) =>
    results
      .map(
        ({ width, count, ms }) =>
          `Width ${width}, ${count} units, milliseconds a unit with start-up shared out.\n\n${timesTable(ms, count, "ms a unit")}`,
      )
      .join("\n\n"),
  ask: ({ count, ms }) =>
    `${count} questions, one at a time, to a model on loopback that answers at once; milliseconds from question to question, without start-up.\n\n${timesTable(ms, 1, "ms a question")}`,
  profile: ({ count, width, places }) =>
    `Self time of the engine's own thread over a map of ${count} units at width ${width}; "(idle)" is waiting for commands and the disk.\n\n${table(
      ["place", "ms", "share"],
      places.map(({ place, ms, share }) => [`\`${place}\``, ms.toFixed(0), `${(share * 100).toFixed(1)} %`]),
    )}`,
  resume: ({ count, ms }) =>
    `${count - 1} of ${count} units were journaled when the engine was killed; milliseconds for the run's end.\n\n${timesTable({ resume: ms }, 1, "ms")}`,
  scale: ({ width, small, large }) =>
    `Width ${width}; the map step alone.\n\n${table(
      ["units", "ms a unit (median)", "peak MiB (highest)"],
      [small, large].map(({ count, perUnitMs, peakMiB }) => [
        count,
        perUnitMs.median.toFixed(3),
        peakMiB.high.toFixed(1),
      ]),
    )}`,
};

function timesTable(samples, divisor, unit) {
  const rows = Object.entries(samples).map(([name, { median, low, high, rounds }]) => [
    name,
    ...[median, low, high].map((value) => (value / divisor).toFixed(2)),
    rounds,
  ]);
  return table(["", `median ${unit}`, "lowest", "highest", "rounds"], rows);
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function machine() {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const cpus = os.cpus();
  const [load] = os.loadavg();
  const measured = `Measured at commit ${commit} on Node ${process.version}, ${os.type()} ${os.release()}, ${cpus.length} × ${cpus[0].model.trim()}, load ${load.toFixed(1)} at the end.`;
  if (load <= cpus.length + 1) return measured;
  return `${measured}\n\n**Other programs kept the machine busy meanwhile**: ratios lean against whatever uses two processors or waits for the disk. Repeat on a quiet machine before drawing conclusions.`;
}
