// Bundles src/main.ts into dist/. Files appear by rename, the entry last, so that an `akm` started meanwhile sees the old
// program or the new one, never half of one. Parts of the old one stay for a day, since it imports them as it needs them.
// With `--release` they go at once: what is packed holds one build.
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { loadConfig } from "rolldown/config";
import { retireFiles } from "./retire-files.mjs";
import { thirdPartyNotices } from "./third-party-notices.mjs";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, "dist");
const entry = path.join(dist, "main.js");

/** Builds into dist/. What becomes of the files of earlier builds: `keep`, `retire` after a day, or `remove` at once. */
export async function build({ earlier }) {
  const config = await loadConfig(path.join(root, "rolldown.config.ts"));
  await mkdir(path.join(root, "build"), { recursive: true });
  const aside = await mkdtemp(path.join(root, "build", "bundle-"));
  try {
    const bundle = await rolldown({ ...config, cwd: root });
    const { output } = await bundle.write({ ...config.output, dir: aside });
    await bundle.close();
    await writeFile(path.join(aside, "package.json"), '{ "type": "commonjs" }\n');
    await writeFile(path.join(aside, "THIRD-PARTY-NOTICES.txt"), await thirdPartyNotices(root, output));
    await chmod(path.join(aside, "main.js"), 0o755);
    await publish(aside, earlier);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function publish(aside, earlier) {
  const fresh = await filesUnder(aside);
  for (const file of fresh.sort((a, b) => Number(a === "main.js") - Number(b === "main.js"))) {
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
    await rename(path.join(aside, file), path.join(dist, file));
  }
  if (earlier === "keep") return;
  const unused = (await filesUnder(dist)).filter((file) => !fresh.includes(file));
  if (earlier === "remove") await Promise.all(unused.map((file) => rm(path.join(dist, file))));
  else
    await retireFiles({
      directory: dist,
      list: path.join(root, "build", "retired.json"),
      unused,
      now: Date.now(),
    });
}

/** Whether dist/ is older than anything it is made from. */
export async function isStale() {
  const builtAt = await modifiedAt(entry);
  const sources = (await filesUnder(path.join(root, "src"))).filter((file) => !file.endsWith(".test.ts"));
  const inputs = [
    ...sources.map((file) => path.join("src", file)),
    "rolldown.config.ts",
    "package-lock.json",
  ];
  const times = await Promise.all(inputs.map((file) => modifiedAt(path.join(root, file))));
  return times.some((time) => time > builtAt);
}

async function modifiedAt(file) {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (error.code === "ENOENT") return 0;
    throw error;
  }
}

async function filesUnder(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((found) => found.isFile())
    .map((found) => path.relative(directory, path.join(found.parentPath ?? found.path, found.name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build({ earlier: process.argv.includes("--release") ? "remove" : "retire" });
    process.stdout.write("built dist/main.js\n");
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
