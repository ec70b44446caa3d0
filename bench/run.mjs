// Every benchmark, one command: `node bench/run.mjs`. Writes bench/RESULTS.md.
// `--quick` shrinks the work to see that all of it runs, and writes nothing.
// `--rounds=n` sets how often each contender runs (5); cold starts run eight times as often.
// Names (fan-out ask resume cold-start scale sync-cost profile) run only those, and write nothing.
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { akmMain } from "./akm.mjs";
import { benchAsk } from "./ask.mjs";
import { benchColdStart } from "./cold-start.mjs";
import { benchFanOut } from "./fan-out.mjs";
import { profileMap } from "./profile.mjs";
import { renderResults, renderSection } from "./render.mjs";
import { benchResume } from "./resume.mjs";
import { benchScale } from "./scale.mjs";
import { benchSyncCost } from "./sync-cost.mjs";

const quick = process.argv.includes("--quick");
const rounds = quick ? 1 : Number(process.argv.find((word) => word.startsWith("--rounds="))?.slice(9) ?? 5);
const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));

const BENCHMARKS = {
  "sync-cost": () => benchSyncCost({ count: quick ? 100 : 1000, rounds }),
  "cold-start": () => benchColdStart({ rounds: rounds * 8 }),
  "fan-out": () => benchFanOut({ count: quick ? 50 : 1000, rounds, widths: [1, 4] }),
  ask: () => benchAsk({ count: quick ? 20 : 500, rounds }),
  resume: () => benchResume({ count: quick ? 100 : 10_000, rounds }),
  scale: () =>
    benchScale({
      small: { count: quick ? 10 : 100, rounds: rounds * 2 + 1 },
      large: { count: quick ? 100 : 10_000, rounds: Math.ceil(rounds / 2) },
    }),
  profile: async () => {
    const size = { count: quick ? 50 : 1000, width: 1 };
    return { ...size, places: await profileMap(size) };
  },
};

const chosen = Object.entries(BENCHMARKS).filter(([name]) => named.length === 0 || named.includes(name));
requireTools(chosen.some(([name]) => name === "fan-out") ? ["parallel", "make"] : []);

const results = {};
for (const [name, benchmark] of chosen) {
  process.stderr.write(`${name} …\n`);
  results[name] = await benchmark();
  process.stdout.write(`${renderSection(name, results[name])}\n`);
}

if (!quick && named.length === 0) {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), "RESULTS.md");
  writeFileSync(file, renderResults(results));
  process.stdout.write(`written to ${path.relative(process.cwd(), file)}\n`);
}

/** Says what to install before an hour is spent. */
function requireTools(tools) {
  const missing = [];
  if (!existsSync(akmMain)) missing.push("the built command: npm ci && npm run build");
  for (const tool of tools) {
    const { status } = spawnSync(tool, ["--version"], { stdio: "ignore" });
    if (status !== 0) missing.push(`${tool}: apt-get install ${tool} (brew install ${tool})`);
  }
  if (missing.length === 0) return;
  process.stderr.write(`The benchmarks need\n${missing.map((line) => `  - ${line}`).join("\n")}\n`);
  process.exit(2);
}
