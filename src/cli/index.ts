export { runCommandLine } from "./command-line.ts";
export { openProcessHost } from "./process-host.ts";
export type { Host } from "./host.ts";
