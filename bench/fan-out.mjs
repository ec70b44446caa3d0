// (a) A map of `true` against the bare Node loop, GNU parallel with its job log, and make.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { akm, makeHome, writeMapWorkflow } from "./akm.mjs";
import { alternate, timeProcess } from "./measure.mjs";

const bareLoop = path.join(path.dirname(fileURLToPath(import.meta.url)), "bare-loop.mjs");

export async function benchFanOut({ count, rounds, widths }) {
  const results = [];
  for (const width of widths) {
    const place = makeHome({ width });
    try {
      results.push({ width, count, ms: await alternate(contenders({ place, count, width }), rounds) });
    } finally {
      place.remove();
    }
  }
  return results;
}

function contenders({ place, count, width }) {
  const { project } = place;
  const workflow = writeMapWorkflow(place, { count, width });
  writeFileSync(path.join(project, "Makefile"), makefile(count));
  const wall = async (file, args) => (await timeProcess(file, args, { cwd: project })).wallMs;
  return {
    akm: async () => (await akm(place, ["workflow", "run", workflow, "--new"])).wallMs,
    "bare Node loop": () => wall(process.execPath, [bareLoop, String(count), String(width)]),
    "parallel --joblog": () =>
      wall("parallel", [
        ...[
          "--will-cite",
          "--joblog",
          path.join(project, "joblog"),
          "-j",
          String(width),
          "-n0",
          "true",
          ":::",
        ],
        ...Array.from({ length: count }, (_, n) => String(n)),
      ]),
    make: () => {
      rmSync(path.join(project, "out"), { recursive: true, force: true });
      mkdirSync(path.join(project, "out"));
      return wall("make", ["--silent", `-j${width}`, "all"]);
    },
  };
}

function makefile(count) {
  const targets = Array.from({ length: count }, (_, n) => `out/${n}`);
  return `all: ${targets.join(" ")}\nout/%:\n\ttrue >$@\n`;
}
