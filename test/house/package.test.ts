import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./source-tree.ts";

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  engines: { node: string };
}
interface LockFile {
  packages: Record<
    string,
    { version: string; resolved?: string; hasInstallScript?: boolean; integrity?: string }
  >;
}

const manifest: Manifest = JSON.parse(readText("package.json"));
const lockText = readText("package-lock.json");
const lock: LockFile = JSON.parse(lockText);

describe("package", () => {
  test("every dependency is pinned to one version", () => {
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  test("the lock file names no registry, so a mirror works as well", () => {
    expect(lockText.match(/https?:\/\/[^"]*\.tgz|"resolved"/g)).toBeNull();
  });

  test("the lock file holds an integrity hash for every package", () => {
    const without = Object.entries(lock.packages).filter(
      ([name, found]) => name !== "" && found.integrity === undefined,
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });

  test("the README's Node floor is the package's", () => {
    expect(manifest.engines.node).toBe(">=20");
    expect(readText("README.md")).toContain("Node 20");
  });
});

describe("tracked files", () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" })
    .split("\0")
    .filter(Boolean);
  const texts = tracked.filter((file) => /\.(?:ts|mjs|js|json|md|yml|sh)$|^\.ci\/run$/.test(file));

  test("name no directory of one machine", () => {
    const machinePath = /(?<![\w.$}/])\/(?:work|root|Users\/[a-z]+)\//;
    expect(texts.filter((file) => machinePath.test(readText(file)))).toEqual([]);
  });

  test("silence no checker", () => {
    const silenced = /biome-ignore|eslint-disable|@ts-ignore|@ts-expect-error|@ts-nocheck/;
    const sources = texts.filter(
      (file) => /\.(?:ts|mjs)$/.test(file) && file !== "test/house/package.test.ts",
    );
    expect(sources.filter((file) => silenced.test(readText(file)))).toEqual([]);
  });
});

function readText(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}
