// The licences of the packages whose code the bundle carries; most of them ask to travel with it.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** One section a bundled package, by name: version, licence name, licence text where the package ships one. */
export async function thirdPartyNotices(root, output) {
  const modules = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  const directories = new Set(modules.map(packageDirectory).filter((directory) => directory !== undefined));
  const sections = await Promise.all([...directories].sort().map((directory) => section(root, directory)));
  return sections.join(`\n${"-".repeat(78)}\n\n`);
}

function packageDirectory(moduleId) {
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replaceAll(path.sep, "/"))?.[1];
}

async function section(root, directory) {
  const { name, version, license } = JSON.parse(
    await readFile(path.join(root, path.relative(root, directory), "package.json"), "utf8"),
  );
  const file = (await readdir(directory)).find((candidate) => /^licen[cs]e/i.test(candidate));
  const text = file === undefined ? "" : await readFile(path.join(directory, file), "utf8");
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
