// The built command in a home of its own, and the workflows that the benchmarks run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { timeProcess } from "./measure.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
export const akmMain = path.join(path.dirname(here), "dist/main.js");

/** A directory under the temporary one, with a project inside; `remove` deletes it all. */
export function makeHome({ width = 1 } = {}) {
  const home = mkdtempSync(path.join(os.tmpdir(), "akm-bench-"));
  const project = path.join(home, "project");
  mkdirSync(project);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    AKM_DATA_DIR: path.join(home, "data"),
    AKM_CONFIG_DIR: path.join(home, "config"),
    AKM_CACHE_DIR: path.join(home, "cache"),
    AKM_HOST_CONCURRENCY: String(width),
    AKM_FORMAT: "json",
    NO_COLOR: "1",
  };
  return { home, project, env, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** Runs akm in a home; wall time in ms and the parsed result. */
export async function akm(place, args, nodeArgs = []) {
  const { wallMs, stdout } = await timeProcess(process.execPath, [...nodeArgs, akmMain, ...args], {
    cwd: place.project,
    env: place.env,
  });
  return { wallMs, result: args[0] === "--version" ? stdout : JSON.parse(stdout) };
}

/** A map over `count` items, each running `command`; the list comes from a file, so it weighs on no unit. */
export function writeMapWorkflow(place, { count, width, command = ["true"] }) {
  writeFileSync(
    path.join(place.project, "items.json"),
    JSON.stringify(Array.from({ length: count }, (_, n) => n)),
  );
  const file = path.join(place.project, "map.md");
  writeFileSync(file, mapWorkflow({ width, command }));
  return file;
}

function mapWorkflow({ width, command }) {
  return `---
type: workflow
description: A map of one command
steps:
  - id: list
    unit: { exec: { command: [cat, items.json] } }
    output: { type: array }
  - id: work
    map:
      over: steps.list.output
      concurrency: ${width}
      unit: { exec: { command: ${JSON.stringify(command)} } }
---

# Map

## list

Prints the items.

## work

Runs the command for one item.
`;
}
