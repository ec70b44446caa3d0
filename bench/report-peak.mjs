// Preloaded into the measured engine: writes its peak resident memory in MiB when it ends.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

process.on("exit", () => {
  writeFileSync(process.env.AKM_BENCH_PEAK_FILE, String(peakMiB()));
});

/** The kernel's high-water mark of this very program; `maxRSS` would count the parent's pages before exec as well. */
function peakMiB() {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const highWaterKiB = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return (highWaterKiB === undefined ? process.resourceUsage().maxRSS : Number(highWaterKiB)) / 1024;
}
