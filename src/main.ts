#!/usr/bin/env node
import { writeSync } from "node:fs";
import module from "node:module";
import packageManifest from "../package.json" with { type: "json" };

(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const words = process.argv.slice(2);
if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) printVersion();
else void runAkm().then((status) => process.exit(status));

/** Without loading anything: the most asked question deserves the fastest answer. */
function printVersion(): void {
  try {
    writeSync(1, `${packageManifest.version}\n`);
  } catch {
    // The reader is gone; there is nobody left to tell.
  }
}

async function runAkm(): Promise<number> {
  const [{ openProcessHost, runCommandLine }, { composeMachine }] = await Promise.all([
    import("./cli/index.ts"),
    import("./compose.ts"),
  ]);
  const host = openProcessHost(process, (status) => process.exit(status));
  return await runCommandLine(
    words,
    host,
    composeMachine(process.env, () => process.cwd()),
    packageManifest.version,
  );
}
