import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Removes files of earlier builds, each a day after a newer build first went without it: an `akm` started before then may
 * still import one. `list` is the file that remembers since when each is out of use.
 */
export async function retireFiles({ directory, list, unused, now }) {
  const since = await readList(list);
  const kept = {};
  for (const file of unused) {
    const retiredAt = since[file] ?? now;
    if (now - retiredAt >= KEPT_MS) await rm(path.join(directory, file), { force: true });
    else kept[file] = retiredAt;
  }
  await writeFile(list, JSON.stringify(kept));
}

/** A list that is missing or torn makes its files stay a day longer, no more. */
async function readList(list) {
  try {
    return JSON.parse(await readFile(list, "utf8"));
  } catch {
    return {};
  }
}
