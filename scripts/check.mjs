// Everything that can be said about the code without running it, in one command. All checks run, whatever fails.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { root } from "./build.mjs";
import { printClosingLine } from "./closing-line.mjs";

const CHECKS = [
  { name: "format and lint", command: ["biome", "check", "--error-on-warnings"] },
  { name: "types", command: ["tsc", "-p", "tsconfig.json"] },
  { name: "unused code and packages", command: ["knip"] },
  { name: "package contents", command: ["publint", "--strict"] },
];
const ARROWS = { name: "import direction", command: ["vitest", "run", "--project", "unit", "test/house"] };

/** Runs each check; returns one `{name, passed}` a check. */
export function runChecks(checks = CHECKS) {
  return checks.map(({ name, command: [tool, ...args] }) => {
    process.stdout.write(`\n== ${name}\n`);
    // npx finds the tool in node_modules and never asks to install one.
    const { status } = spawnSync("npx", ["--no-install", tool, ...args], { cwd: root, stdio: "inherit" });
    return { name, passed: status === 0 };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = runChecks([...CHECKS, ARROWS]);
  process.exitCode = printClosingLine(results);
}
