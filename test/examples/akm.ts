import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../house/source-tree.ts";

const AKM = path.join(ROOT, "dist/main.js");

export interface AkmResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A fresh home for akm's state, and a way to run the built command in it. */
export function openHome(): { home: string; akm: (cwd: string, ...words: string[]) => AkmResult } {
  const home = mkdtempSync(path.join(os.tmpdir(), "akm-examples-"));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_DATA_HOME: path.join(home, "data"),
    XDG_CONFIG_HOME: path.join(home, "config"),
    XDG_CACHE_HOME: path.join(home, "cache"),
    AKM_HOST_CONCURRENCY: "4",
  };
  const akm = (cwd: string, ...words: string[]) =>
    spawnSync(process.execPath, [AKM, ...words], { cwd, env, encoding: "utf8" });
  return { home, akm };
}

/** An empty directory inside the home. */
export function makeDirectory(home: string, name: string): string {
  const directory = path.join(home, name);
  mkdirSync(directory, { recursive: true });
  return directory;
}
